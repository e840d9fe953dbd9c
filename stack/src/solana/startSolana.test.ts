import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  address,
  airdropFactory,
  appendTransactionMessageInstruction,
  assertIsTransactionWithBlockhashLifetime,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  generateKeyPairSigner,
  lamports,
  pipe,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { findAssociatedTokenPda, getMintDecoder, getTokenDecoder } from '@solana-program/token'
import { afterEach, expect, test } from 'vitest'
import { devSolanaAccounts } from './accounts.js'
import { type StartedSolana, type StartSolanaParameters, startSolana } from './startSolana.js'
import { mintData, localSolanaTokens as startedTokens, tokenAccountData } from './tokens.js'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

async function started(parameters: StartSolanaParameters = {}): Promise<StartedSolana> {
  const chain = await startSolana(parameters)
  stops.push(chain.stop)
  return chain
}

async function ask({ url }: StartedSolana, method: string, params: readonly unknown[] = []): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const { result, error }: { readonly result?: unknown; readonly error?: unknown } = await (
    await fetch(url, { method: 'POST', body })
  ).json()
  return error ?? result
}

test('the official library sends, and hears by its subscriptions that it is confirmed', async () => {
  const { url } = await started()
  const rpc = createSolanaRpc(url)
  const rpcSubscriptions = createSolanaRpcSubscriptions(url.replace('http', 'ws'))
  const [alice, bob] = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()])
  const airdrop = airdropFactory({ rpc, rpcSubscriptions })
  await airdrop({ recipientAddress: alice.address, lamports: lamports(5_000_000_000n), commitment: 'confirmed' })
  const { value: newest } = await rpc.getLatestBlockhash().send()
  const instruction = getTransferSolInstruction({ source: alice, destination: bob.address, amount: 1_500_000_000n })
  const transaction = await pipe(
    createTransactionMessage({ version: 0 }),
    (message) => setTransactionMessageFeePayerSigner(alice, message),
    (message) => setTransactionMessageLifetimeUsingBlockhash(newest, message),
    (message) => appendTransactionMessageInstruction(instruction, message),
    signTransactionMessageWithSigners,
  )
  assertIsTransactionWithBlockhashLifetime(transaction)
  await sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions })(transaction, { commitment: 'confirmed' })
  expect((await rpc.getBalance(bob.address).send()).value).toBe(1_500_000_000n)
  expect((await rpc.getBalance(alice.address).send()).value).toBe(3_499_995_000n)
})

test('the development accounts are those of their keys, each with SOL and some of every token', async () => {
  const chain = await started()
  for (const { address: own, secretKey } of devSolanaAccounts) {
    const { address: derived } = await createKeyPairSignerFromPrivateKeyBytes(Buffer.from(secretKey, 'hex'))
    expect(derived).toBe(own)
    expect(await ask(chain, 'getBalance', [own])).toMatchObject({ value: 1_000_000_000_000 })
    for (const { address: mint, decimals, program } of chain.tokens) {
      const [place] = await findAssociatedTokenPda({
        owner: address(own),
        mint: address(mint),
        tokenProgram: address(program),
      })
      const amount = String(10_000n * 10n ** BigInt(decimals))
      expect(await ask(chain, 'getTokenAccountBalance', [place])).toMatchObject({ value: { amount, decimals } })
    }
  }
})

test('mints and accounts of tokens are written as the official library reads them', () => {
  const [dollar] = startedTokens
  const [owner] = devSolanaAccounts
  expect(getMintDecoder().decode(mintData(dollar))).toMatchObject({ decimals: 6, isInitialized: true })
  const data = tokenAccountData({ mint: dollar.address, owner: owner.address, amount: 7n })
  expect(getTokenDecoder().decode(data)).toMatchObject({ mint: dollar.address, owner: owner.address, amount: 7n })
})

test('a transaction may name one of the last 150 blocks, and no older one', async () => {
  let now = 1_700_000_000_000
  const chain = await started({ now: () => now })
  const { value }: { readonly value: { readonly blockhash: string } } = JSON.parse(
    JSON.stringify(await ask(chain, 'getLatestBlockhash')),
  )
  const isValid = async () => ask(chain, 'isBlockhashValid', [value.blockhash])
  now += 149 * 400
  expect(await isValid()).toMatchObject({ value: true })
  now += 400
  expect(await isValid()).toMatchObject({ value: false })
  // After a long sleep too.
  now += 86_400_000
  expect(await ask(chain, 'getLatestBlockhash')).toMatchObject({ value: { blockhash: expect.any(String) } })
})

test('what an account holds outlives the chain where it has a file, and is forgotten where it is asked to', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'foyer-solana-'))
  const stateFile = join(directory, 'solana.state')
  const [own] = devSolanaAccounts
  const first = await started({ stateFile })
  await ask(first, 'requestAirdrop', [own.address, 5])
  await first.stop()
  const second = await started({ stateFile })
  expect(await ask(second, 'getBalance', [own.address])).toMatchObject({ value: 1_000_000_000_005 })
  await second.stop()
  const third = await started({ stateFile, reset: true })
  expect(await ask(third, 'getBalance', [own.address])).toMatchObject({ value: 1_000_000_000_000 })
  await third.stop()
  await writeFile(stateFile, 'nonsense')
  await expect(startSolana({ stateFile })).rejects.toMatchObject({ code: 'solana_state' })
  await rm(directory, { recursive: true })
})

test('a port that is taken is named', async () => {
  const { port } = await started()
  await expect(startSolana({ port })).rejects.toMatchObject({ code: 'port_taken' })
})

test.each([
  ['getBalance', ['nonsense'], -32602],
  ['sendTransaction', ['AQ==', { encoding: 'base64' }], -32602],
  ['foyer_giveTokens', [devSolanaAccounts[0].address, devSolanaAccounts[0].address, '1'], -32602],
  ['getBlock', [1], -32601],
])('what can’t be answered is refused: %s', async (method, params, code) => {
  expect(await ask(await started(), method, params)).toMatchObject({ code })
})
