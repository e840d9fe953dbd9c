import type { Bytes } from '@foyer/custody/bytes'
import { encodeBytes, keyLength, randomBytes, sha256 } from '@foyer/custody/bytes'
import { unwrapDataKey, wrapDataKey } from '@foyer/login/door'
import type { WalletAddresses } from '@foyer/login/loginCalls'
import { openVault, sealVault, secretLength } from '@foyer/login/vault'
import { delegateAddress } from '@foyer/signing/delegate'
import { accountsOfSecret, type FamilyAccount, type SecretAccounts, wordsOf } from '@foyer/signing/secret'
import { signSponsored } from '@foyer/signing/sponsored'
import { isOfSwitching, isSponsored, type Payload, partsOf, signSwitching } from '@foyer/signing/switching'
import { readKeystore, writeKeystore } from './keystore.js'
import type { KeyedDoor, OpenableVault, SecretSource, WorkerResult, WorkerTask } from './tasks.js'

/** An error of a worker that did nothing. */
export class WorkerTaskError extends Error {
  override readonly name = 'WorkerTaskError'
  readonly code: 'not_what_was_shown' | 'another_account' | 'another_code'

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
    const parts = payloads.flatMap(partsOf)
    const hashes = await Promise.all(parts.map(async (bytes) => encodeBytes(await sha256(Uint8Array.from(bytes)))))
    const isApproved = hashes.length === approved.length && hashes.every((hash, index) => hash === approved[index])
    if (!isApproved) throw new WorkerTaskError('not_what_was_shown')
    const account = accounts.find((each) => each.family === family)
    if (account?.address !== address) throw new WorkerTaskError('another_account')
    const signed = await Promise.all(payloads.map((payload) => signaturesOf(payload, account)))
    return { signatures: signed.flat().map((bytes) => Uint8Array.from(bytes)) }
  })

/**
 * Signs one payload. The account is switched to one contract's code, or to none with nothing carried out, on one chain, by its own transaction to itself; or to that
 * contract's with an operation that others pay for. Whatever else would switch it isn't signed, however it was shown. An operation is one of EntryPoint 0.7 alone, whose
 * address is no field of it.
 */
async function signaturesOf(
  payload: Payload,
  { family, address, sign }: FamilyAccount,
): Promise<readonly Uint8Array[]> {
  const isOfEvm = family === 'eip155'
  if (payload instanceof Uint8Array) {
    if (isOfEvm && isOfSwitching(payload)) throw new WorkerTaskError('another_code')
    return [await sign(payload)]
  }
  const { delegate } = isSponsored(payload) ? (payload.authorization ?? { delegate: delegateAddress }) : payload
  const isOff = /^0x0{40}$/.test(delegate) && !isSponsored(payload) && payload.data === '0x'
  const isOwn = delegate.toLowerCase() === delegateAddress.toLowerCase()
  const isMeant = isOfEvm && payload.chainId > 0n && (isOwn || isOff)
  if (!isMeant) throw new WorkerTaskError('another_code')
  if (payload.account.toLowerCase() !== address.toLowerCase()) throw new WorkerTaskError('another_account')
  return isSponsored(payload) ? signSponsored(payload, sign) : signSwitching(payload, sign)
}

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

/** Puts the vault's key behind a door. */
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
