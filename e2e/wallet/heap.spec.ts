import { createHash, createHmac } from 'node:crypto'
import type { BrowserContext, CDPSession } from '@playwright/test'
import { english, mnemonicToAccount } from 'viem/accounts'
import { expect, test } from '../fixtures.js'
import { launchProfile, type Profile } from '../profiles.js'
import { approveIn } from './approveIn.js'
import { logIn, openWalletPage, serveWalletStage, type WalletPage, type WalletStage } from './stage.js'

let stage: WalletStage
test.beforeAll(async () => {
  stage = await serveWalletStage()
})
test.afterAll(() => stage.stop())

/** How long after an answer the heap may hold nothing of a wallet's any more, in milliseconds [F15]. */
const afterMs = 100

/** Sixteen bytes as the twelve words of BIP-39. */
function wordsOf(secret: Uint8Array): string {
  const check = createHash('sha256').update(secret).digest()
  const bits = [...secret, check[0] ?? 0].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const words = bits.match(/.{11}/g) ?? []
  return words
    .slice(0, 12)
    .map((word) => english[Number.parseInt(word, 2)] ?? '')
    .join(' ')
}

/** The key at Solana's usual path (SLIP-10). */
function solanaKey(seed: Uint8Array): Buffer {
  let node = createHmac('sha512', 'ed25519 seed').update(seed).digest()
  for (const step of [44, 501, 0, 0]) {
    const index = Buffer.alloc(4)
    index.writeUInt32BE(step + 2 ** 31)
    const key = Buffer.concat([Buffer.alloc(1), node.subarray(0, 32), index])
    node = createHmac('sha512', node.subarray(32)).update(key).digest()
  }
  return node.subarray(0, 32)
}

/** What no heap may hold of a person's wallet, in each form that it could be written in. */
async function secretsOf(email: string): Promise<{ readonly address: string; readonly forms: readonly string[] }> {
  const { secret, dataKey, part } = await stage.servers.secretsOf(email)
  const phrase = wordsOf(secret)
  const words = phrase.split(' ')
  const account = mnemonicToAccount(phrase)
  const seed = Buffer.from(await seedOf(phrase))
  const keys = [secret, dataKey, part, seed, solanaKey(seed), account.getHdKey().privateKey ?? new Uint8Array()]
  const forms = keys.flatMap((key) => {
    const bytes = Buffer.from(key)
    expect(bytes.length).toBeGreaterThanOrEqual(16)
    const hex = bytes.toString('hex')
    return [hex, hex.toUpperCase(), bytes.toString('base64url'), [...bytes].join(), BigInt(`0x${hex}`).toString()]
  })
  // Three words in a row are the phrase's own.
  const runs = words.slice(2).map((_, at) => words.slice(at, at + 3).join(' '))
  return { address: account.address, forms: [phrase, words.join(), ...runs, ...forms] }
}

async function seedOf(phrase: string): Promise<ArrayBuffer> {
  const key = await crypto.subtle.importKey('raw', Buffer.from(phrase), 'PBKDF2', false, ['deriveBits'])
  const algorithm = { name: 'PBKDF2', hash: 'SHA-512', salt: Buffer.from('mnemonic'), iterations: 2_048 }
  return crypto.subtle.deriveBits(algorithm, key, 512)
}

/** Everything that a target's heap holds, as its inspector writes it. */
async function heapOf(session: CDPSession): Promise<string> {
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false, captureNumericValue: true })
  return chunks.join('')
}

/** The heaps of the dapp's page and the wallet's frame, which is a target of its own where the browser keeps sites apart. */
async function heapsOf(context: BrowserContext, { page, frame }: WalletPage): Promise<string> {
  const sessions = [await context.newCDPSession(page), await context.newCDPSession(frame)]
  const heaps: string[] = []
  for (const session of sessions) {
    heaps.push(await heapOf(session))
    await session.detach()
  }
  return heaps.join('\n')
}

/** What of these is in the heaps, once the time after an answer has passed. */
async function found(
  context: BrowserContext,
  wallet: WalletPage,
  forms: readonly string[],
): Promise<readonly string[]> {
  await new Promise((resolve) => setTimeout(resolve, afterMs))
  expect(wallet.page.workers(), 'a worker that outlives its answer').toEqual([])
  const heap = await heapsOf(context, wallet)
  return forms.filter((form) => heap.includes(form))
}

const open = async (profile: Profile) => {
  const context = await launchProfile({ profile, directory: test.info().outputPath('profile') })
  return { context, wallet: await openWalletPage(context, stage) }
}

const payload = (address: string) => ({ method: 'personal_sign', params: ['0x68656c6c6f', address] })

test('[F15] 100 ms after a wallet was made, and after a signature, no heap of the wallet’s holds its phrase or a key', async () => {
  const { context, wallet } = await open('partitioned')
  const email = 'heap@example.com'
  const address = await logIn(wallet, stage, email)
  const { address: derived, forms } = await secretsOf(email)
  expect(derived).toBe(address)
  expect(await found(context, wallet, forms)).toEqual([])
  const signing = wallet.ask('RPC_REQUEST', payload(address))
  await wallet.raise()
  await approveIn(wallet.frame)
  expect((await signing).type).toBe('@w3m-frame/RPC_REQUEST_SUCCESS')
  expect(await found(context, wallet, forms)).toEqual([])
  // What is there is found: the search sees a phrase that a page holds.
  const [phrase = ''] = forms
  await wallet.frame.evaluate((text) => Reflect.set(window, 'held', { text }), phrase)
  expect(await found(context, wallet, forms)).toContain(phrase)
  await context.close()
})

test('[F15] nor after a signature in the wallet’s own window, which is gone with its worker', async () => {
  const { context, wallet } = await open('blocked')
  const email = 'heap.window@example.com'
  const address = await logIn(wallet, stage, email)
  const { forms } = await secretsOf(email)
  const signing = wallet.ask('RPC_REQUEST', payload(address))
  await wallet.raise()
  const opening = context.waitForEvent('page')
  await wallet.frame.getByRole('button', { name: 'Open a window' }).click()
  const window = await opening
  const closing = window.waitForEvent('close')
  await approveIn(window)
  expect((await signing).type).toBe('@w3m-frame/RPC_REQUEST_SUCCESS')
  await closing
  expect(await found(context, wallet, forms)).toEqual([])
  await context.close()
})
