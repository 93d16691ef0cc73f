/** One analysis in two tabs: what one changes the other shows, so that neither writes over the other's work. */
import { loadAnalysis, onAnalysisSaved, type SavedAnalysis } from '../storage/analyses';

/** Listens until the answer is called. */
export function listenForOtherTabs(shown: () => string | null, follow: (record: SavedAnalysis) => void): () => void {
  const heard = (record: SavedAnalysis | undefined): void => {
    if (record && record.id === shown()) follow(record);
  };
  // A tab that was frozen has heard nothing meanwhile.
  const seen = (): void => {
    const id = shown();
    if (document.visibilityState === 'visible' && id !== null) void loadAnalysis(id).then(heard);
  };
  document.addEventListener('visibilitychange', seen);
  const unlisten = onAnalysisSaved(heard);
  return () => {
    document.removeEventListener('visibilitychange', seen);
    unlisten();
  };
}
