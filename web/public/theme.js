// Runs before the first paint, so that the chosen appearance is set when the style sheets apply.
(function () {
  var root = document.documentElement;
  var chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem('tabiya.settings')) || {};
  } catch (_) {
    // Storage is not available: use the system's theme.
  }
  var dark = matchMedia('(prefers-color-scheme: dark)').matches;
  if (chosen.theme === 'light' || chosen.theme === 'dark') dark = chosen.theme === 'dark';
  root.dataset.theme = dark ? 'dark' : 'light';
  root.dataset.board = chosen.board || 'brown';
  root.dataset.pieces = chosen.pieces || 'cburnett';
  root.dataset.coordinates = chosen.coordinates || 'inside';
})();
