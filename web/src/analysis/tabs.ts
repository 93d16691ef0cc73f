/** One analysis in two tabs: each shows the other's changes, so that neither overwrites them. */
import { loadAnalysis, onAnalysisSaved, type SavedAnalysis } from '../storage/analyses';

/** Listens until the returned function is called. */
export function listenForOtherTabs(shown: () => string | null, follow: (record: SavedAnalysis) => void): () => void {
  const heard = (record: SavedAnalysis | undefined): void => {
    if (record && record.id === shown()) follow(record);
  };
  // A frozen tab has missed messages.
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
