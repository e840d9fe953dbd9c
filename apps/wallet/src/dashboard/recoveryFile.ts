import { encoded, Id, OwnDoor, vaultLength, WalletAddresses } from '@foyer/embedded/custody'
import * as v from 'valibot'

/** What opens a wallet with a passkey or a paper where neither server is: nothing of it is secret. */
const RecoveryFile = v.object({
  foyer: v.literal('recovery file'),
  version: v.literal(1),
  wallet: Id,
  vault: encoded(vaultLength),
  addresses: WalletAddresses,
  doors: v.array(OwnDoor),
})
export type RecoveryFile = Omit<v.InferOutput<typeof RecoveryFile>, 'foyer' | 'version'>

export const writeRecoveryFile = (file: RecoveryFile): string =>
  `${JSON.stringify({ foyer: 'recovery file', version: 1, ...file }, null, 2)}\n`

/** Reads such a file; null for any other. */
export function readRecoveryFile(text: string): RecoveryFile | null {
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), RecoveryFile), text)
  return success ? output : null
}
