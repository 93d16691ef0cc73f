/** The entry point of the page. */
import './trusted';
import './styles/base.css';
import './styles/controls.css';
import './styles/board.css';
import '@lichess-org/chessground/assets/chessground.cburnett.css';
import './styles/game.css';
import './styles/ending.css';
import './styles/chat.css';
import './styles/game-narrow.css';
import './styles/rulings.css';
import './styles/clock.css';
import './styles/looks.css';
import './styles/home.css';
import './styles/landscape.css';
import { startApplication } from './app/application';
import { registerServiceWorker } from './app/offline';
import { followTheme } from './app/theme';
import { me } from './live/api';
import { prepareAnnouncer } from './ui/announce';

// Requested early, while everything else is being fetched.
void me();
followTheme();
prepareAnnouncer();
startApplication(document.getElementById('app') as HTMLElement);
registerServiceWorker();
