import { decodeBytes, newId } from '@foyer/custody/bytes'
import type { WalletAddresses } from '@foyer/login/loginCalls'
import { readRecoveryFile } from '../doors/recoveryFile.js'
import { OwnPageError } from '../failures/failures.js'
import type { DashboardSentenceName } from '../messages/dashboardSentences.js'
import { type RunTask, VaultError } from '../vault/runTask.js'
import type { OpenableVault, WorkerTask } from '../vault/tasks.js'

/** A wallet's file that was read. */
export interface OpenedFile {
  /** The addresses of its secret, whatever else the file says. */
  readonly addresses: WalletAddresses
  /** Makes wallets of that secret, and does all else as it is. */
  readonly run: RunTask
  /** Whether a wallet was made of it. */
  wasUsed(): boolean
}

export interface OpenFile {
  readonly run: RunTask
  readonly file: Pick<File, 'size' | 'text'>
  readonly password: string
}

/** A wallet's file has about 900. */
const mostBytes = 65_536

/** The sentences for a file that doesn't open. */
const failures: Readonly<Record<string, DashboardSentenceName>> = {
  no_keystore: 'import.wrongFile',
  no_wallet: 'import.oneKey',
  more_words: 'import.moreWords',
  too_costly: 'import.tooCostly',
  wrong_password: 'import.wrongPassword',
  timeout: 'import.tooCostly',
}

/**
 * Reads a wallet's file in a worker. Its secret doesn't leave that: it comes out in a vault, whose door has a key that can be used and not read, and that ends
 * with the page.
 * @throws OwnPageError where it isn't such a file, or its password is another
 */
export async function openFile({ run, file, password }: OpenFile): Promise<OpenedFile> {
  if (file.size > mostBytes) throw new OwnPageError({ sentence: 'import.wrongFile' })
  const text = await file.text()
  if (readRecoveryFile(text)) throw new OwnPageError({ sentence: 'import.recoveryFile' })
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const [wallet, door] = [newId(), { door: newId(), kind: 'device', key } as const]
  const { vault, doors, addresses } = await run({
    ...{ task: 'create', wallet, doors: [door] },
    from: { text, password },
  }).catch((error: unknown) => {
    const sentence = error instanceof VaultError && Object.hasOwn(failures, error.reason) && failures[error.reason]
    throw sentence ? new OwnPageError({ sentence, cause: error }) : error
  })
  const wrap = decodeBytes(doors.find((each) => each.door === door.door)?.wrap ?? '')
  const from: OpenableVault = { wallet, vault: decodeBytes(vault), door: { ...door, wrap } }
  let isUsed = false
  return {
    addresses,
    wasUsed: () => isUsed,
    async run<const Task extends WorkerTask>(task: Task) {
      if (task.task !== 'create') return run(task)
      const made = await run<Task>({ ...task, from })
      isUsed = true
      return made
    },
  }
}
