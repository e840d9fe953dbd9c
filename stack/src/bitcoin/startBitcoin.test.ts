import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hex } from '@scure/base'
import { p2pk, p2pkh, p2sh, p2tr, p2wpkh, p2wsh, Transaction } from '@scure/btc-signer'
import { pubECDSA, pubSchnorr, randomPrivateKeyBytes } from '@scure/btc-signer/utils.js'
import { expect, onTestFinished, test } from 'vitest'
import { type StartBitcoinParameters, startBitcoin } from './startBitcoin.js'

const regtest = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }

async function started(options: StartBitcoinParameters = {}) {
  const bitcoin = await startBitcoin(options)
  onTestFinished(() => bitcoin.stop())
  const get = async (path: string) => {
    const answer = await fetch(bitcoin.url + path)
    const text = await answer.text()
    return { status: answer.status, body: /^[[{]/.test(text) ? JSON.parse(text) : text }
  }
  const post = async (body: string) => {
    const answer = await fetch(`${bitcoin.url}/tx`, { method: 'POST', body })
    return { status: answer.status, text: await answer.text() }
  }
  return { bitcoin, get, post }
}

const kinds = ['p2wpkh', 'p2tr', 'p2sh', 'p2pkh'] as const

function accountOf(kind: (typeof kinds)[number]) {
  const key = randomPrivateKeyBytes()
  const own = pubECDSA(key)
  if (kind === 'p2tr') {
    const internal = pubSchnorr(key)
    const { address = '', script } = p2tr(internal, undefined, regtest)
    return { key, address, script, extra: { tapInternalKey: internal } }
  }
  const payment =
    kind === 'p2wpkh'
      ? p2wpkh(own, regtest)
      : kind === 'p2sh'
        ? p2sh(p2wpkh(own, regtest), regtest)
        : p2pkh(own, regtest)
  const extra = kind === 'p2sh' ? { redeemScript: p2wpkh(own, regtest).script } : {}
  return { key, address: payment.address ?? '', script: payment.script, extra }
}

const recipient = accountOf('p2wpkh')

interface Spend {
  readonly account: ReturnType<typeof accountOf>
  readonly txid: string
  readonly value: bigint
  readonly pays: bigint
  readonly source?: string | undefined
  readonly sequence?: number | undefined
  readonly to?: Uint8Array | undefined
}

function spend({ account, txid, value, pays, source, sequence = 0xffff_fffd, to = recipient.script }: Spend): string {
  const transaction = new Transaction({ allowUnknownOutputs: true })
  const utxo =
    source === undefined
      ? { witnessUtxo: { script: account.script, amount: value } }
      : { nonWitnessUtxo: hex.decode(source) }
  transaction.addInput({ txid, index: 0, sequence, ...utxo, ...account.extra })
  transaction.addOutput({ script: to, amount: pays })
  transaction.sign(account.key)
  transaction.finalize()
  return transaction.hex
}

test.each(kinds)('takes what a key of %s signed, and keeps exact accounts', async (kind) => {
  const { bitcoin, get, post } = await started()
  const account = accountOf(kind)
  const txid = await bitcoin.fund({ address: account.address, sats: 100_000 })
  const source = kind === 'p2pkh' ? (await get(`/tx/${txid}/hex`)).body : undefined
  const signed = spend({ account, txid, value: 100_000n, pays: 99_000n, source })
  const { status, text } = await post(signed)
  expect([status, text]).toEqual([200, Transaction.fromRaw(hex.decode(signed)).id])
  const { body } = await get(`/address/${account.address}`)
  expect(body.chain_stats).toMatchObject({ funded_txo_sum: 100_000, spent_txo_sum: 100_000, tx_count: 2 })
  expect((await get(`/address/${account.address}/utxo`)).body).toEqual([])
  expect((await get(`/address/${recipient.address}/utxo`)).body).toMatchObject([
    { txid: text, vout: 0, value: 99_000, status: { confirmed: true, block_height: 2 } },
  ])
  expect((await get(`/tx/${text}`)).body).toMatchObject({
    fee: 1000,
    vin: [{ txid, prevout: { scriptpubkey_address: account.address, value: 100_000 } }],
    vout: [{ scriptpubkey_address: recipient.address, value: 99_000 }],
  })
  expect((await get(`/address/${account.address}/txs`)).body).toHaveLength(2)
  expect((await get(`/tx/${txid}/outspend/0`)).body).toMatchObject({ spent: true, txid: text })
})

test.each(kinds)('refuses what a key of %s signed once a byte of it is another', async (kind) => {
  const { bitcoin, get, post } = await started()
  const account = accountOf(kind)
  const txid = await bitcoin.fund({ address: account.address, sats: 100_000 })
  const source = kind === 'p2pkh' ? (await get(`/tx/${txid}/hex`)).body : undefined
  const signed = spend({ account, txid, value: 100_000n, pays: 99_000n, source })
  // The amount, which the signature holds for: 99,000 is b8 82 01.
  const { status, text } = await post(signed.replace('b882010000000000', 'b782010000000000'))
  expect(status).toBe(400)
  expect(text).toContain('mandatory-script-verify-flag-failed')
})

test('refuses a lie about the amount, dust, too small a fee, more than there is, and what is no transaction', async () => {
  const { bitcoin, post } = await started()
  const account = accountOf('p2wpkh')
  const txid = await bitcoin.fund({ address: account.address, sats: 100_000 })
  const reasons = async (parts: Partial<Spend>) =>
    (await post(spend({ account, txid, value: 100_000n, pays: 99_000n, ...parts }))).text
  expect(await reasons({ value: 200_000n })).toContain('mandatory-script-verify-flag-failed')
  expect(await reasons({ pays: 293n })).toContain('dust')
  expect(await reasons({ pays: 99_999n })).toContain('min relay fee not met')
  expect(await reasons({ value: 200_000n, pays: 150_000n })).toContain('bad-txns-in-belowout')
  expect(await reasons({ txid: '11'.repeat(32) })).toContain('bad-txns-inputs-missingorspent')
  expect((await post('zz')).text).toContain('TX decode failed')
  expect((await post(spend({ account, txid, value: 100_000n, pays: 99_000n }))).status).toBe(200)
})

test('a coin is spent once; what waits gives way to a higher fee where it said so', async () => {
  const { bitcoin, get, post } = await started({ minesAtOnce: false })
  const account = accountOf('p2wpkh')
  const parts = { account, txid: await bitcoin.fund({ address: account.address, sats: 100_000 }), value: 100_000n }
  const first = (await post(spend({ ...parts, pays: 99_000n }))).text
  expect((await get(`/tx/${first}/status`)).body).toEqual({ confirmed: false })
  expect((await get(`/address/${account.address}`)).body.mempool_stats).toMatchObject({ spent_txo_sum: 100_000 })
  expect((await post(spend({ ...parts, pays: 98_999n }))).text).toContain('insufficient fee')
  const second = (await post(spend({ ...parts, pays: 98_000n, sequence: 0xffff_ffff }))).text
  expect((await get(`/tx/${first}`)).status).toBe(404)
  expect((await post(spend({ ...parts, pays: 90_000n }))).text).toContain('txn-mempool-conflict')
  await bitcoin.mine(3)
  expect((await get(`/tx/${second}/status`)).body).toMatchObject({ confirmed: true, block_height: 2 })
  expect((await get('/blocks/tip/height')).body).toBe('4')
  expect((await post(spend({ ...parts, pays: 80_000n }))).text).toContain('bad-txns-inputs-missingorspent')
})

test('refuses an address of another network, and scripts of more than one key', async () => {
  const { bitcoin, get, post } = await started()
  await expect(bitcoin.fund({ address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', sats: 1000 })).rejects.toThrow(
    'Invalid',
  )
  expect((await get('/address/nobody/utxo')).status).toBe(400)
  const account = accountOf('p2wpkh')
  const txid = await bitcoin.fund({ address: account.address, sats: 100_000 })
  const many = p2wsh(p2pk(pubECDSA(account.key)), regtest)
  const held = (await post(spend({ account, txid, value: 100_000n, pays: 99_000n, to: many.script }))).text
  const transaction = new Transaction()
  transaction.addInput({ txid: held, index: 0, ...many, witnessUtxo: { script: many.script, amount: 99_000n } })
  transaction.addOutput({ script: recipient.script, amount: 90_000n })
  transaction.sign(account.key)
  transaction.finalize()
  expect((await post(transaction.hex)).text).toContain('script-not-supported-by-this-ledger')
})

test('keeps what it took over its end, holds its directory meanwhile, and forgets on demand', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'foyer-bitcoin-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const first = await started({ directory })
  await first.bitcoin.fund({ address: recipient.address, sats: 12_345 })
  await expect(startBitcoin({ directory })).rejects.toMatchObject({ code: 'directory_in_use' })
  await first.bitcoin.stop()
  const second = await started({ directory })
  expect((await second.get(`/address/${recipient.address}/utxo`)).body).toMatchObject([{ value: 12_345 }])
  await second.bitcoin.fund({ address: recipient.address, sats: 12_345 })
  expect((await second.get(`/address/${recipient.address}/utxo`)).body).toHaveLength(2)
  await second.bitcoin.stop()
  const kept = await readFile(join(directory, 'ledger.json'), 'utf8')
  await writeFile(join(directory, 'ledger.json'), kept.slice(1))
  await expect(startBitcoin({ directory })).rejects.toMatchObject({ code: 'chain_state' })
  const third = await started({ directory, reset: true })
  expect((await third.get('/blocks/tip/height')).body).toBe('0')
})

test('answers a server’s question whether it is the network’s node', async () => {
  const { bitcoin } = await started()
  const body = JSON.stringify([
    { jsonrpc: '2.0', id: 1, method: 'getblockhash', params: [0] },
    { jsonrpc: '2.0', id: 2, method: 'getblockcount' },
  ])
  const answer = await (await fetch(bitcoin.url, { method: 'POST', body })).json()
  expect(answer).toMatchObject([
    { id: 1, result: expect.stringMatching(/^0f9188f13cb7b2c71f2a335e3a4fc328/) },
    { id: 2, result: 0 },
  ])
})
