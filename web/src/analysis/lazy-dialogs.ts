/** The dialogs Open and Share, fetched when the first of them is opened. */
export { importDialog } from './dialogs';
export { recentItems } from './recent';
export { shareGame } from './share-game';
