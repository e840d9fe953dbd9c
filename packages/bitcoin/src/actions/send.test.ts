import { createTestBitcoinWallet, createTestHost } from '@foyer/testing'
import { base64, hex } from '@scure/base'
import { SigHash, Transaction } from '@scure/btc-signer'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readAddress } from '../addresses/readAddress.js'
import { bitcoin } from '../bitcoin.js'
import { readPsbt } from '../test/independent.js'
import { keysOf } from '../test/keys.js'
import { freshKey, type Ledger, reachWallet, startLedger } from '../test/ledger.js'

let ledger: Ledger
beforeAll(async () => {
  ledger = await startLedger()
})
afterAll(() => ledger.bitcoin.stop())

const freshAddress = () => createTestBitcoinWallet({ name: 'Other', keys: [freshKey()] }).accounts[0] ?? ''
const actions = () => bitcoin().actions(createTestHost({ networks: [ledger.network] }))
const coin = { type: 'coin' } as const
const held = async (address: string) => (await actions()).nativeBalance({ address, network: ledger.network })

test.each(['p2wpkh', 'p2sh', 'p2pkh'] as const)(
  '[F27] from an address of %s goes out exactly what was agreed, as another library reads it',
  async (paymentType) => {
    const { wallet, reached, payment } = await reachWallet({ ledger, paymentType })
    const [to, { sendTransfer, estimateFee, waitForTransaction }] = [freshAddress(), await actions()]
    const { sendTransfer: _, ...provider } = reached.provider
    const transfer = { to, asset: coin, amount: 123_456n }
    const work = { transfer }
    const estimate = await estimateFee?.({ address: payment.address, network: ledger.network, work })
    const sent = await sendTransfer?.({ wallet: { ...reached, provider }, transfer })
    const fee = estimate?.value ?? 0n
    const asked = wallet.requests.find(({ method }) => method === 'signPsbt')
    const { psbt }: { psbt: string } = Object(asked?.params)
    const script = (address: string) => hex.encode(readAddress(address)?.script ?? new Uint8Array())
    const { inputs, outputs } = readPsbt(psbt)
    expect(outputs).toEqual([
      { script: script(to), value: 123_456 },
      { script: script(payment.address), value: Number(1_000_000n - 123_456n - fee) },
    ])
    expect(inputs).toMatchObject([{ sequence: 0xffff_fffd }])
    expect(await waitForTransaction?.({ network: ledger.network, hash: sent?.hash ?? '' })).toMatchObject({
      status: 'success',
    })
    expect([await held(to), await held(payment.address)]).toEqual([123_456n, 1_000_000n - 123_456n - fee])
    // 141 virtual bytes and such at 3.004 satoshis each.
    expect(Number(fee) / 3.004).toBeGreaterThan(130)
    expect(Number(fee) / 3.004).toBeLessThan(235)
  },
)

test('all that can be sent is what the estimate says, and it can be sent', async () => {
  const { reached, payment } = await reachWallet({ ledger })
  const { sendTransfer: _, ...provider } = reached.provider
  const { estimateFee, sendTransfer } = await actions()
  const to = freshAddress()
  const work = { transfer: { to, asset: coin, amount: 1n } }
  const { maxAmount = 0n } = (await estimateFee?.({ address: payment.address, network: ledger.network, work })) ?? {}
  await sendTransfer?.({ wallet: { ...reached, provider }, transfer: { to, asset: coin, amount: maxAmount } })
  expect(await held(to)).toBe(maxAmount)
})

/** The transactions that a wallet returns in the place of the one that it was to sign. */
const lies: Readonly<Record<string, (agreed: Transaction, key: Uint8Array) => Transaction>> = {
  outputs(agreed) {
    const thief = readAddress(freshAddress())?.script
    agreed.updateOutput(0, thief ? { script: thief } : {})
    return agreed
  },
  inputs(agreed) {
    const first = agreed.getInput(0)
    agreed.addInput({
      txid: '22'.repeat(32),
      index: 1,
      ...(first.witnessUtxo ? { witnessUtxo: first.witnessUtxo } : {}),
    })
    return agreed
  },
  'outputs: another amount'(agreed) {
    agreed.updateOutput(1, { amount: 1000n })
    return agreed
  },
  'outputs: one is missing'(agreed) {
    const copy = new Transaction()
    copy.addInput(agreed.getInput(0))
    copy.addOutput(agreed.getOutput(0))
    return copy
  },
  'signature: for no output'(agreed, key) {
    agreed.updateInput(0, { sighashType: SigHash.NONE })
    agreed.signIdx(key, 0, [SigHash.NONE])
    return agreed
  },
  'signature: none at all': (agreed) => agreed,
}

test.each(Object.keys(lies))('[F27] nothing is broadcast when the wallet hands back other %s', async (lie) => {
  const key = freshKey()
  const { reached, payment } = await reachWallet({ ledger, keys: [key] })
  const signPsbt = async ({ psbt }: { readonly psbt: string }) => {
    const agreed = Transaction.fromPSBT(base64.decode(psbt))
    const other = lies[lie]?.(agreed, hex.decode(key)) ?? agreed
    if (!lie.startsWith('signature')) other.sign(hex.decode(key))
    return { psbt: base64.encode(other.toPSBT()) }
  }
  const provider = { getAccounts: reached.provider.getAccounts, signPsbt }
  const fetched = vi.spyOn(globalThis, 'fetch')
  const { sendTransfer } = await actions()
  const transfer = { to: freshAddress(), asset: coin, amount: 100_000n }
  await expect(sendTransfer?.({ wallet: { ...reached, provider }, transfer })).rejects.toMatchObject({
    code: 'unsafe_psbt',
    fault: lie.split(':')[0],
  })
  expect(fetched.mock.calls.every(([, init]) => init?.method !== 'POST')).toBe(true)
  fetched.mockRestore()
  expect(await held(payment.address)).toBe(1_000_000n)
})

test('[F27] a PSBT that was signed is still the one that was shown, also where inputs of two addresses are signed', async () => {
  const key = freshKey()
  const { reached, payment } = await reachWallet({ ledger, keys: [key] })
  const ordinals = reached.accounts.find(({ type }) => type === 'ordinal')?.address ?? ''
  const txid = await ledger.bitcoin.fund({ address: ordinals, sats: 10_000 })
  const own: unknown = await (await fetch(`${ledger.bitcoin.url}/address/${payment.address}/utxo`)).json()
  const [paid] = Array.isArray(own) ? own : []
  const [scripts, to] = [keysOf({ payment: payment.address, ordinals }), freshAddress()]
  const transaction = new Transaction()
  transaction.addInput({
    txid: paid.txid,
    index: paid.vout,
    witnessUtxo: { script: scripts.payment, amount: 1_000_000n },
  })
  transaction.addInput({ txid, index: 0, witnessUtxo: { script: scripts.ordinals, amount: 10_000n } })
  transaction.addOutput({ script: readAddress(to)?.script ?? new Uint8Array(), amount: 1_009_000n })
  const call = {
    psbt: base64.encode(transaction.toPSBT()),
    inputs: [0, { index: 1, address: ordinals }],
  }
  const { signTransactions, sendCall } = await actions()
  const [signed = ''] = (await signTransactions?.({ wallet: reached, transactions: [call] })) ?? []
  expect(readPsbt(signed).outputs).toEqual(readPsbt(call.psbt).outputs)
  expect(await held(to)).toBe(0n)
  await sendCall?.({ wallet: reached, call })
  expect(await held(to)).toBe(1_009_000n)
  await expect(signTransactions?.({ wallet: reached, transactions: [{ ...call, inputs: [2] }] })).rejects.toMatchObject(
    { fault: 'inputs' },
  )
  await expect(
    signTransactions?.({ wallet: reached, transactions: [{ psbt: 'AAAA', inputs: [0] }] }),
  ).rejects.toMatchObject({ fault: 'unreadable' })
})

test.each([
  ['an address of another network', { to: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }, 'to'],
  ['less than nodes relay', { amount: 293n }, 'amount'],
  ['more than there ever will be', { amount: 21_000_001n * 10n ** 8n }, 'amount'],
  ['a token', { asset: { type: 'token', address: 'rune' } }, 'asset'],
] as const)('[F18] a transfer of %s reaches no wallet', async (_, wrong, field) => {
  const { wallet, reached } = await reachWallet({ ledger, sats: 0, esplora: ledger.bitcoin.url })
  const before = wallet.requests.length
  const { sendTransfer } = await actions()
  const transfer = { to: freshAddress(), asset: coin, amount: 1000n, ...wrong }
  await expect(sendTransfer?.({ wallet: reached, transfer })).rejects.toMatchObject({
    code: 'invalid_bitcoin_transfer',
    facts: { field },
  })
  expect(wallet.requests).toHaveLength(before)
})

test('an address for ordinals pays nothing, and one without enough says so', async () => {
  const { reached, wallet } = await reachWallet({ ledger, sats: 5000 })
  const { sendTransfer: _, ...provider } = reached.provider
  const { sendTransfer, capabilities } = await actions()
  const transfer = { to: freshAddress(), asset: coin, amount: 5000n }
  const ordinal = reached.accounts.find(({ type }) => type === 'ordinal') ?? reached.account
  const before = wallet.requests.length
  await expect(sendTransfer?.({ wallet: { ...reached, account: ordinal }, transfer })).rejects.toMatchObject({
    facts: { field: 'account' },
  })
  await expect(sendTransfer?.({ wallet: { ...reached, provider }, transfer })).rejects.toMatchObject({
    code: 'insufficient_coins',
  })
  expect(await capabilities?.({ wallet: { ...reached, account: ordinal } })).toMatchObject({ transfers: [] })
  expect(wallet.requests).toHaveLength(before)
})

test.each([
  [400, { code: 'http', facts: { status: 400 } }],
  [503, { code: 'broadcast_unclear', cause: expect.objectContaining({ code: 'http' }) }],
])(
  '[F22] %i of the network is a refusal, or may have been passed on; nothing is sent again',
  async (status, expected) => {
    const { reached } = await reachWallet({ ledger })
    const { sendTransfer: _, ...provider } = reached.provider
    const { sendTransfer } = await actions()
    const real = globalThis.fetch
    const fetched = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async (input, init) =>
        init?.method === 'POST' ? new Response('no', { status }) : real(input, init),
      )
    const transfer = { to: freshAddress(), asset: coin, amount: 1000n }
    await expect(sendTransfer?.({ wallet: { ...reached, provider }, transfer })).rejects.toMatchObject(expected)
    expect(fetched.mock.calls.filter(([, init]) => init?.method === 'POST')).toHaveLength(1)
    fetched.mockRestore()
  },
)
