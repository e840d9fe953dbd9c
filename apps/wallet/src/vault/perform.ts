import type { Bytes } from '@foyer/custody/bytes'
import { encodeBytes, randomBytes, sha256 } from '@foyer/custody/bytes'
import { keyLength, unwrapDataKey, wrapDataKey } from '@foyer/custody/door'
import type { WalletAddresses } from '@foyer/custody/loginCalls'
import { openVault, sealVault, secretLength } from '@foyer/custody/vault'
import { accountsOfSecret, type SecretAccounts, wordsOf } from '@foyer/signing/secret'
import { readKeystore, writeKeystore } from './keystore.js'
import type { KeyedDoor, OpenableVault, SecretSource, WorkerResult, WorkerTask } from './tasks.js'

/** Why a worker did nothing. */
export class WorkerTaskError extends Error {
  override readonly name = 'WorkerTaskError'
  readonly code: 'not_what_was_shown' | 'another_account'

  constructor(code: WorkerTaskError['code']) {
    super(code)
    this.code = code
  }
}

/** Does a worker's task. What opens the vault is overwritten before it returns. */
export async function perform(task: WorkerTask): Promise<WorkerResult<WorkerTask['task']>> {
  switch (task.task) {
    case 'create':
      return create(task)
    case 'addDoor':
      return addDoor(task)
    case 'export':
      return withVault(task, async ({ secret }) => ({ text: await writeKeystore({ secret, password: task.password }) }))
    case 'reveal':
      return withVault(task, async ({ secret }) => ({ text: wordsOf(secret) }))
    case 'sign':
      return sign(task)
  }
}

async function create({
  wallet,
  doors,
  from,
}: Extract<WorkerTask, { task: 'create' }>): Promise<WorkerResult<'create'>> {
  const secret = from ? await secretOf(from) : randomBytes(secretLength)
  const dataKey = randomBytes(keyLength)
  try {
    const { accounts, wipe } = await accountsOfSecret(secret)
    wipe()
    const vault = await sealVault({ wallet, dataKey, secret })
    const wrapped = await Promise.all(
      doors.map(async (door) => ({ door: door.door, wrap: await wrapBehind({ wallet, dataKey, door }) })),
    )
    return { vault: encodeBytes(vault), doors: wrapped, addresses: addressesOf(accounts) }
  } finally {
    secret.fill(0)
    dataKey.fill(0)
  }
}

const secretOf = (from: SecretSource): Promise<Bytes> =>
  'password' in from ? readKeystore(from) : withVault(from, async ({ secret }) => secret.slice())

const addDoor = ({ to, ...openable }: Extract<WorkerTask, { task: 'addDoor' }>): Promise<WorkerResult<'addDoor'>> =>
  withVault(openable, async ({ dataKey, addresses }) => ({
    wrap: await wrapBehind({ wallet: openable.wallet, dataKey, door: to }),
    addresses,
  }))

const sign = ({
  family,
  address,
  payloads,
  approved,
  ...openable
}: Extract<WorkerTask, { task: 'sign' }>): Promise<WorkerResult<'sign'>> =>
  withVault(openable, async ({ accounts }) => {
    const hashes = await Promise.all(payloads.map(async (bytes) => encodeBytes(await sha256(Uint8Array.from(bytes)))))
    const isApproved = hashes.length === approved.length && hashes.every((hash, index) => hash === approved[index])
    if (!isApproved) throw new WorkerTaskError('not_what_was_shown')
    const account = accounts.find((each) => each.family === family)
    if (account?.address !== address) throw new WorkerTaskError('another_account')
    return { signatures: await Promise.all(payloads.map(async (bytes) => Uint8Array.from(await account.sign(bytes)))) }
  })

/** Opens the vault for as long as something is done with it. */
async function withVault<Result>(
  { wallet, vault, door: { key, wrap, door, kind } }: OpenableVault,
  use: (opened: {
    readonly dataKey: Bytes
    readonly secret: Bytes
    readonly accounts: SecretAccounts['accounts']
    readonly addresses: WalletAddresses
  }) => Promise<Result>,
): Promise<Result> {
  const dataKey = await unwrapDataKey({ key, wrap, wallet, door, kind })
  const secret = await openVault({ wallet, dataKey, vault })
  const { accounts, wipe } = await accountsOfSecret(secret)
  try {
    return await use({ dataKey, secret, accounts, addresses: addressesOf(accounts) })
  } finally {
    wipe()
    secret.fill(0)
    dataKey.fill(0)
  }
}

/** Where the vault's key is put behind a door. */
async function wrapBehind({
  wallet,
  dataKey,
  door,
}: {
  readonly wallet: string
  readonly dataKey: Bytes
  readonly door: KeyedDoor
}): Promise<string> {
  return encodeBytes(await wrapDataKey({ ...door, dataKey, wallet }))
}

const addressesOf = (accounts: SecretAccounts['accounts']): WalletAddresses =>
  accounts.map(({ family, address }) => ({ family, address }))
