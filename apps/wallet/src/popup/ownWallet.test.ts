import { partsOf } from '@foyer/signing/switching'
import { base58 } from '@scure/base'
import { recoverMessageAddress, recoverTypedDataAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { passkeyBrowser } from '../test/passkeyBrowser.js'
import { cookieJar, logIn, memoryDatabase, refusedDatabase, site, testFrame } from '../test/testFrame.js'
import type { Device } from '../vault/device.js'
import type { DeviceDatabase } from '../vault/deviceDatabase.js'
import { createRunTask } from '../vault/runTask.js'
import { openOwnWallet } from './ownWallet.js'

const email = 'ada@example.com'
const message = 'hello'

/** A frame that the browser keeps nothing for, in which somebody has logged in and asks for a signature; and the windows of that browser. */
async function stage() {
  const frame = await testFrame({ database: refusedDatabase, document: cookieJar() })
  await logIn(frame, email)
  const { address } = Object((await frame.ask('GET_USER')).payload)
  const asking = frame.ask('RPC_REQUEST', { method: 'personal_sign', params: [toHexOf(message), address] })
  await expect.poll(() => frame.frame.state.get().approvals.length).toBe(1)
  const [waiting] = frame.frame.state.get().approvals
  const signing = waiting && frame.frame.ownWindow?.signing(waiting)
  if (!waiting || !signing) throw new Error('Nothing is asked of a window.')
  frame.frame.approvals.rejectAll()
  await asking
  const { id, shown, hashes } = waiting
  const databases = new Map<string, DeviceDatabase>()
  const databaseOf = (of = 'own') => {
    const database = databases.get(of) ?? memoryDatabase()
    databases.set(of, database)
    return database
  }
  const reported: unknown[] = []
  const passkeys = passkeyBrowser()
  const open = (
    device: Device | null,
    to: { site?: string; hashes?: readonly string[] } = {},
    of: Partial<Pick<typeof signing, 'signer' | 'payloads'>> = {},
  ) =>
    openOwnWallet({
      approval: { id, changes: 0, site, shown, hashes, ...to },
      signing: { ...signing, device, ...of },
      keeperKeys: frame.servers.keeperKeys,
      databaseOf,
      run: createRunTask(frame.workers.start),
      passkeys: passkeys.browser,
      fetch: frame.servers.fetch,
      now: Date.now,
      report: (error) => reported.push(error),
    })
  const signer = async (signatures: readonly Uint8Array[]) =>
    recoverMessageAddress({ message, signature: `0x${Buffer.from(signatures[0] ?? []).toString('hex')}` })
  /** Asks, has a window sign with what the frame gives it, and hands its answer to the frame. */
  const signInWindow = async (request: { readonly method: string; readonly params: unknown }) => {
    const answer = frame.ask('RPC_REQUEST', request)
    await expect.poll(() => frame.frame.state.get().approvals.length).toBe(1)
    const [approval] = frame.frame.state.get().approvals
    const asked = approval && frame.frame.ownWindow?.signing(approval)
    if (!approval || !asked) throw new Error('Nothing is asked of a window.')
    const { signer, payloads, device } = asked
    const window = await open(device, { hashes: approval.hashes }, { signer, payloads })
    frame.frame.approvals.approve(approval.id, approval.hashes, await window.sign())
    return { answer: await answer, payloads }
  }
  return { ...frame, signInWindow, open, signer, address, device: signing.device, reported }
}

const toHexOf = (text: string) => `0x${Buffer.from(text).toString('hex')}`

describe('the wallet in a window of its own', () => {
  test('keeps what the frame’s login has made, for that site alone', async () => {
    const { open, device, signer, address } = await stage()
    const first = await open(device)
    expect([first.hasKept, first.isOpen()]).toEqual([true, true])
    expect(await signer(await first.sign())).toBe(address)
    const later = await open(null)
    expect([later.hasKept, later.isOpen()]).toEqual([false, true])
    expect(await signer(await later.sign())).toBe(address)
    expect((await open(null, { site: 'https://other.example' })).isOpen()).toBe(false)
  })

  test('[F13] signs nothing but what was approved', async () => {
    const { open, device } = await stage()
    const wallet = await open(device, { hashes: ['another'] })
    await expect(wallet.sign()).rejects.toMatchObject({ reason: 'not_what_was_shown' })
  })

  test('signs for Solana, which the frame answers as its application asked', async () => {
    const { ask, signInWindow } = await stage()
    const { address } = Object((await ask('GET_USER', { chainId: 'solana:local' })).payload)
    const params = { message: base58.encode(Buffer.from(message)), pubkey: address }
    const { answer, payloads } = await signInWindow({ method: 'solana_signMessage', params })
    const signature = base58.decode(Object(answer.payload).signature)
    const key = await crypto.subtle.importKey('raw', Uint8Array.from(base58.decode(address)), 'Ed25519', true, [
      'verify',
    ])
    const [payload] = payloads.flatMap(partsOf)
    expect(await crypto.subtle.verify('Ed25519', key, Uint8Array.from(signature), Uint8Array.from(payload ?? []))).toBe(
      true,
    )
    expect(Buffer.from(payload ?? []).toString()).toBe(message)
  })

  test('signs typed data', async () => {
    const { signInWindow, address } = await stage()
    const typed = {
      domain: { name: 'Shop', chainId: 1 },
      primaryType: 'Order',
      types: { Order: [{ name: 'item', type: 'string' }] },
      message: { item: 'Tea' },
    } as const
    const data = await signInWindow({ method: 'eth_signTypedData_v4', params: [address, JSON.stringify(typed)] })
    const signature = `0x${String(data.answer.payload).slice(2)}` as const
    expect(await recoverTypedDataAddress({ ...typed, signature })).toBe(address)
  })

  test('asks for a login where it hasn’t the wallet, or the session is over', async () => {
    const { open, servers, signer, address, device } = await stage()
    const wallet = await open(null)
    expect(wallet.isOpen()).toBe(false)
    await expect(wallet.sign()).rejects.toMatchObject({ sentence: 'error.signedOut' })
    expect(await wallet.login.email(email)).toMatchObject({ action: 'VERIFY_DEVICE' })
    expect(wallet.screen.get().login).toMatchObject({ is: 'digits', email })
    await servers.useLink(email)
    await wallet.login.device()
    await wallet.login.code(servers.code)
    expect(wallet.isOpen()).toBe(true)
    expect(await signer(await wallet.sign())).toBe(address)
    servers.state.sessionOver = true
    const later = await open(device)
    await expect(later.sign()).rejects.toMatchObject({ sentence: 'error.signedOut' })
    expect(later.isOpen()).toBe(false)
  })

  test('continues without the mail, where the keeper knows this browser', async () => {
    const { open, servers, signer, address } = await stage()
    const wallet = await open(null)
    await wallet.login.email(email)
    const { login } = wallet.screen.get()
    if (login?.is !== 'digits') throw new Error('Nothing is shown.')
    await wallet.continueHere(await login.toContinue())
    await wallet.login.device()
    await wallet.login.code(servers.code)
    expect(await signer(await wallet.sign())).toBe(address)
    expect(servers.calls.filter(({ id }) => id === '/keeper/v1/continue')).toHaveLength(1)
  })

  test('another person’s wallet isn’t the one that is asked for', async () => {
    const { open, device } = await stage()
    if (!device) throw new Error('No device was made.')
    expect(
      (
        await open({ ...device, user: { person: 'email:eve@example.com', email: 'eve@example.com', userName: null } })
      ).isOpen(),
    ).toBe(false)
  })
})
