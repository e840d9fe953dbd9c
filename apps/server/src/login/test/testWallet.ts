import { type Bytes, decodeBytes, encodeBytes, keyLength, newId, randomBytes } from '@foyer/custody/bytes'
import { doorKey, importContribution, type SharedDoorKind, wrapDataKey } from '@foyer/login/door'
import {
  claimWalletCall,
  contributeCall,
  type Door,
  keepWalletCall,
  type WalletAddresses,
} from '@foyer/login/loginCalls'
import { sealVault, secretLength } from '@foyer/login/vault'
import * as v from 'valibot'
import type { TestDevice, TestLogin } from './openLogin.js'

/** A wallet as a page makes it, with what the page alone has. */
export interface TestWallet {
  readonly wallet: string
  readonly dataKey: Bytes
  readonly secret: Bytes
  readonly vault: string
  readonly addresses: WalletAddresses
}

export interface TestDoor {
  readonly said: Door
  /** the other party's contribution */
  readonly a: Bytes
}

export const addresses: WalletAddresses = [
  { family: 'eip155', address: '0x00000000000000000000000000000000000000a1' },
  { family: 'solana', address: 'So11111111111111111111111111111111111111112' },
]

export async function createWallet(): Promise<TestWallet> {
  const [wallet, dataKey, secret] = [newId(), randomBytes(keyLength), randomBytes(secretLength)]
  return { wallet, dataKey, secret, vault: encodeBytes(await sealVault({ wallet, dataKey, secret })), addresses }
}

/** Whom a test's calls are made by. */
export interface By {
  readonly login: Pick<TestLogin, 'ask' | 'says'>
  readonly by: TestDevice
  readonly token: string
}

/** Makes a door as the page does: it has the server's contribution, and keeps its own. */
export async function makeDoor({
  login,
  by,
  token,
  kind,
  wallet,
  door = newId(),
}: By & { kind: SharedDoorKind; wallet: TestWallet; door?: string }): Promise<TestDoor> {
  const name = { wallet: wallet.wallet, door, kind }
  const answer = await login.ask(contributeCall, by, name, { token })
  if (answer.status !== 200) throw new Error(await answer.text())
  const { b } = v.parse(contributeCall.reply, await answer.json())
  const a = randomBytes(keyLength)
  const key = await doorKey({ a: await importContribution(a), b: decodeBytes(b), ...name })
  const wrap = encodeBytes(await wrapDataKey({ key, dataKey: wallet.dataKey, ...name }))
  return { said: { door, kind, wrap }, a }
}

/** Makes, keeps and claims a wallet with a door of its device and one of recovery. */
export async function makeWallet({ email, ...who }: By & { email: string }) {
  const { login, by, token } = who
  const wallet = await createWallet()
  const device = await makeDoor({ ...who, kind: 'device', wallet })
  const recovery = await makeDoor({ ...who, kind: 'recovery', wallet })
  const { dataKey: _, secret: __, ...said } = wallet
  const doors = [device.said, recovery.said]
  const kept = await login.ask(keepWalletCall, by, { ...said, doors }, { token })
  const claimed = await claim({ ...who, email, wallet: wallet.wallet })
  return { wallet, device, recovery, statuses: [kept.status, claimed.status] }
}

/** Shows the keeper's word that a wallet is the person's. */
export async function claim({ login, by, token, email, wallet }: By & { email: string; wallet: string }) {
  const receipt = await login.says({
    is: 'bound',
    email,
    device: by.device,
    wallet,
    sealedHash: encodeBytes(randomBytes(32)),
  })
  return login.ask(claimWalletCall, by, { receipt }, { token })
}
