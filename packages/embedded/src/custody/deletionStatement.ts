import * as v from 'valibot'
import { Id, transcript } from './bytes.js'
import { Time } from './calls.js'
import { CustodyError } from './errors.js'
import { isSignedBytes, PublicKey, type Receipt, signBytes } from './signed.js'

/** What the keeper states of the deletion of a wallet: a text of its own, so that it is taken for no other word of the keeper's. */
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

const bytesOf = (text: string) => transcript('foyer deletion 1', text)

/** Signs what the keeper states of a deletion. */
export async function signDeletion(privateKey: CryptoKey, statement: DeletionStatement): Promise<Receipt> {
  const text = JSON.stringify(statement)
  return { text, signature: await signBytes({ privateKey, bytes: bytesOf(text) }) }
}

interface ReadDeletion {
  readonly receipt: Receipt
  /** The keeper's signing key. */
  readonly keeper: string
  readonly stage: DeletionStatement['stage']
  /** Milliseconds since 1970. */
  readonly now: number
}

/**
 * Reads the keeper's word for a deletion.
 * @throws CustodyError (`wrong_signature`) where the keeper didn't sign it, it is over, or it is of another stage
 */
export async function readDeletion({ receipt, keeper, stage, now }: ReadDeletion): Promise<DeletionStatement> {
  const isGenuine = await isSignedBytes(keeper, receipt.signature, bytesOf(receipt.text))
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), DeletionStatement), receipt.text)
  if (!isGenuine || !success || output.stage !== stage || output.expiresAt * 1000 < now)
    throw new CustodyError({ code: 'wrong_signature', what: 'word of the keeper for a deletion' })
  return output
}
