/** Open and Share: code that is fetched when one of them is first asked for. */
export { importDialog } from './dialogs';
export { recentItems } from './recent';
export { shareGame } from './share-game';
