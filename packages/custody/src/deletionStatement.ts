import * as v from 'valibot'
import { Id } from './bytes.js'
import { Time } from './calls.js'
import { signWord } from './keeperWord.js'
import { PublicKey, type Receipt } from './signed.js'

/** Statement of the keeper's about the deletion of a wallet: a text of its own, so that it is taken for no other word of the keeper's. */
export const DeletionStatement = v.object({
  /**
   * `asked`: it is to be deleted; `due`: its wait is over, and it is deleted unless somebody has cancelled it; `done`: the keeper has deleted what it had; `ended`:
   * nothing comes of it any more.
   */
  stage: v.picklist(['asked', 'due', 'done', 'ended']),
  deletion: Id,
  wallet: Id,
  /** Whose it is, as {@link personOf} writes it. */
  person: v.string(),
  /** The key of the device that asked. */
  device: PublicKey,
  /** When the wait ends, or, once it is done, when that was. Seconds since 1970. */
  at: Time,
  /** Until when this word counts. Seconds since 1970. */
  expiresAt: Time,
})
export type DeletionStatement = v.InferOutput<typeof DeletionStatement>

/** Signs what the keeper states of a deletion. */
export const signDeletion = (privateKey: CryptoKey, statement: DeletionStatement): Promise<Receipt> =>
  signWord(privateKey, 'deletion', statement)
