import { encoded, Id } from '@foyer/custody/bytes'
import { WalletAddresses } from '@foyer/login/loginCalls'
import { OwnDoor } from '@foyer/login/ownDoor'
import { vaultLength } from '@foyer/login/vault'
import * as v from 'valibot'
import { OwnPageError } from '../failures/failures.js'

/** Of the file's format. Another one's isn't guessed at. */
const version = 2

/**
 * The recovery file, which opens a wallet with a passkey or a paper where neither server is: nothing of it is secret.
 */
const RecoveryFile = v.object({
  foyer: v.literal('recovery file'),
  version: v.literal(version),
  wallet: Id,
  vault: encoded(vaultLength),
  addresses: WalletAddresses,
  doors: v.array(OwnDoor),
})
export type RecoveryFile = Omit<v.InferOutput<typeof RecoveryFile>, 'foyer' | 'version'>

export const writeRecoveryFile = (file: RecoveryFile): string =>
  `${JSON.stringify({ foyer: 'recovery file', version, ...file }, null, 2)}\n`

const OtherVersion = v.object({ foyer: v.literal('recovery file'), version: v.number() })

/**
 * Reads such a file; null for any other.
 * @throws OwnPageError for a recovery file of another version
 */
export function readRecoveryFile(text: string): RecoveryFile | null {
  const json = v.safeParse(v.pipe(v.string(), v.parseJson()), text).output
  const { success, output } = v.safeParse(RecoveryFile, json)
  if (success) return output
  const other = v.safeParse(OtherVersion, json)
  if (other.success && other.output.version !== version) throw new OwnPageError({ sentence: 'recover.otherVersion' })
  return null
}
