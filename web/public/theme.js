// Runs before anything is painted: what was chosen for the looks is on the document when the style sheets are.
(function () {
  var root = document.documentElement;
  var chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem('tabiya.settings')) || {};
  } catch (_) {
    // Nothing can be stored here: the system decides.
  }
  var dark = matchMedia('(prefers-color-scheme: dark)').matches;
  if (chosen.theme === 'light' || chosen.theme === 'dark') dark = chosen.theme === 'dark';
  root.dataset.theme = dark ? 'dark' : 'light';
  root.dataset.board = chosen.board || 'brown';
  root.dataset.pieces = chosen.pieces || 'cburnett';
  root.dataset.coordinates = chosen.coordinates || 'inside';
})();
