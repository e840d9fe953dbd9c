import type { Bytes } from '@foyer/custody/bytes'
import { CustodyError } from '@foyer/custody/errors'
import { CodeWord, DeletionStatement, DeviceWord, SiteWord, WalletWord, wordBytes } from '@foyer/custody/keeperWord'
import { isSignedBytes, type Receipt, receiptBytes, Statement, type StatementOf } from '@foyer/custody/signed'
import * as v from 'valibot'

/** A word of the keeper's as it came, and what it is read by. */
export interface ReadWord {
  readonly receipt: Receipt
  /** The keeper's signing key. */
  readonly keeper: string
  /** Milliseconds since 1970. */
  readonly now: number
}

/**
 * Reads a receipt of the keeper's.
 * @throws CustodyError (`wrong_signature`) where the keeper didn't sign it, it is over, or it states something else
 */
export async function readReceipt<const Is extends Statement['is']>({
  is,
  ...request
}: ReadWord & { readonly is: Is }): Promise<StatementOf<Is>> {
  const as = { bytesOf: receiptBytes, schema: Statement, what: 'receipt of the keeper' }
  const statement = await readGenuine(request, as)
  if (!isOf(statement, is)) throw unsigned(as.what)
  return statement
}

const isOf = <Is extends Statement['is']>(statement: Statement, is: Is): statement is StatementOf<Is> =>
  statement.is === is

/** Reads the keeper's word for a code. @throws CustodyError (`wrong_signature`) where the keeper didn't sign it, or it is over */
export const readCodeWord = (request: ReadWord): Promise<CodeWord> => readGenuine(request, ofAbout('code', CodeWord))

/** Reads the keeper's word of a device. @throws CustodyError (`wrong_signature`) where the keeper didn't sign it, or it is over */
export const readDeviceWord = (request: ReadWord): Promise<DeviceWord> =>
  readGenuine(request, ofAbout('device', DeviceWord))

/** Reads the keeper's word of a wallet. @throws CustodyError (`wrong_signature`) where the keeper didn't sign it, or it is over */
export const readWalletWord = (request: ReadWord): Promise<WalletWord> =>
  readGenuine(request, ofAbout('wallet', WalletWord))

/** Reads the keeper's word for a site's name. @throws CustodyError (`wrong_signature`) where the keeper didn't sign it, or it is over */
export const readSiteWord = (request: ReadWord): Promise<SiteWord> => readGenuine(request, ofAbout('site', SiteWord))

interface ReadDeletion extends ReadWord {
  readonly stage: DeletionStatement['stage']
}

/**
 * Reads the keeper's word for a deletion.
 * @throws CustodyError (`wrong_signature`) where the keeper didn't sign it, it is over, or it is of another stage
 */
export async function readDeletion({ stage, ...request }: ReadDeletion): Promise<DeletionStatement> {
  const as = ofAbout('deletion', DeletionStatement)
  const statement = await readGenuine(request, as)
  if (statement.stage !== stage) throw unsigned(as.what)
  return statement
}

/** The schema of a text, and the bytes that its signature is over. */
interface As<Word> {
  readonly bytesOf: (text: string) => Bytes
  readonly schema: v.GenericSchema<unknown, Word>
  /** Names the thing in the error. */
  readonly what: string
}

const ofAbout = <Word>(about: Parameters<typeof wordBytes>[0], schema: As<Word>['schema']): As<Word> => ({
  bytesOf: (text) => wordBytes(about, text),
  schema,
  what: `word of the keeper for a ${about}`,
})

async function readGenuine<Word extends { readonly expiresAt: number }>(
  { receipt, keeper, now }: ReadWord,
  { bytesOf, schema, what }: As<Word>,
): Promise<Word> {
  const isGenuine = await isSignedBytes(keeper, receipt.signature, bytesOf(receipt.text))
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), receipt.text)
  if (!isGenuine || !success || output.expiresAt * 1000 < now) throw unsigned(what)
  return output
}

const unsigned = (what: string): CustodyError => new CustodyError({ code: 'wrong_signature', what })
