/** Why a side cannot mate, in the reader's language. */
import { type Key, t } from '../i18n';
import type { ProofJson, SideProof } from '../wire';

const words: Record<ProofJson['code'], Key> = {
  over: 'proofOver',
  material: 'proofMaterial',
  forced: 'proofForced',
  wall: 'proofWall',
  closed: 'proofClosed',
};

export function proofText(proof: ProofJson): string {
  if (proof.code === 'forced' && proof.moves === 1) return t('proofForcedOne');
  if (proof.code === 'closed' && proof.positions === 1) return t('proofClosedOne');
  const { code, ...numbers } = proof;
  return t(words[code], numbers);
}

/** The proofs behind a ruling; identical ones are stated once. */
export function noMateText(proofs: readonly SideProof[]): string {
  const said = proofs.map(({ why }) => proofText(why));
  if (new Set(said).size === 1) return said[0] ?? '';
  return proofs.map(({ side }, index) => (side === null ? said[index] : `${t(side)}: ${said[index]}`)).join('; ');
}
