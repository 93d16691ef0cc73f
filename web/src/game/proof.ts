/** Why nobody can mate, in the language of the reader. */
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

/** The proofs of a ruling: said once where both sides have the same. */
export function noMateText(proofs: readonly SideProof[]): string {
  const said = proofs.map(({ why }) => proofText(why));
  if (new Set(said).size === 1) return said[0] ?? '';
  return proofs.map(({ side }, index) => (side === null ? said[index] : `${t(side)}: ${said[index]}`)).join('; ');
}
