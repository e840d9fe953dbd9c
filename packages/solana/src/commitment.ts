/** How sure a node must be of what it answers: three levels, and the older names of them. @see S5.26 */
export type Commitment = 'processed' | 'confirmed' | 'finalized' | 'recent' | 'single' | 'singleGossip' | 'root' | 'max'

/** The commitments that nodes take. */
export type Level = 'processed' | 'confirmed' | 'finalized'

const levels: Readonly<Record<Commitment, Level>> = {
  processed: 'processed',
  confirmed: 'confirmed',
  finalized: 'finalized',
  recent: 'processed',
  single: 'confirmed',
  singleGossip: 'confirmed',
  root: 'finalized',
  max: 'finalized',
}

/** Is this one of the eight names [S5.26]? */
export function isCommitment(value: unknown): value is Commitment {
  return typeof value === 'string' && Object.hasOwn(levels, value)
}

/** The level that a name stands for, as nodes take it. */
export const levelOf = (commitment: Commitment): Level => levels[commitment]
