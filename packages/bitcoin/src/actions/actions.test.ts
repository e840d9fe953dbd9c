import { shortenAddress } from '@foyer/core/chain'
import { bitcoin as mainNetwork } from '@foyer/core/networks'
import { createTestHost } from '@foyer/testing'
import { base64, hex } from '@scure/base'
import { SigHash, Transaction } from '@scure/btc-signer'
import { describe, expect, test } from 'vitest'
import { fakeEsplora } from '../test/fakeEsplora.js'
import { failure, gone, key, network, ordinals, own, scriptOf, signs, to, walletWith } from '../test/fakeWallet.js'
import { createActions } from './createActions.js'
import { prepareReplacement, replaceTransaction } from './replace.js'
import { sendPsbt, sendTransfer, signTransactions } from './send.js'
import { protocolFor, signMessage } from './sign.js'

const coin = { type: 'coin' } as const
const source = { txid: '11'.repeat(32), vout: 0, value: 100_000, status: { confirmed: true } }
const ledger = () => fakeEsplora({ '/fee-estimates': {}, [`/address/${own}/utxo`]: [source] })
const outputsOf = (text: string) => {
  const transaction = Transaction.fromRaw(hex.decode(text))
  return Array.from({ length: transaction.outputsLength }, (_, index) => {
    const { script, amount } = transaction.getOutput(index)
    return [hex.encode(script ?? new Uint8Array()), amount]
  })
}

describe('[F27] a transfer', () => {
  const transfer = { to, asset: coin, amount: 40_000n }

  test('goes to a wallet that sends as it is, and to no ledger', async () => {
    const { wallet, asked } = walletWith({ sendTransfer: () => ({ txid: 'ab' }), signPsbt: signs })
    const { signal } = new AbortController()
    const esplora = () => expect.fail('a ledger was asked for')
    expect(await sendTransfer({ wallet, transfer, signal, esplora })).toEqual({ hash: 'ab' })
    expect(asked).toEqual([['sendTransfer', { from: own, to, amount: 40_000n, signal }]])
  })

  test('goes out as what the wallet signed, once, with what is left coming back', async () => {
    const { wallet, asked } = walletWith({ signPsbt: signs })
    const { esplora, broadcasts } = ledger()
    const { hash } = await sendTransfer({ wallet, transfer, esplora: () => esplora })
    const [sent = ''] = broadcasts
    expect(broadcasts).toHaveLength(1)
    expect(Transaction.fromRaw(hex.decode(sent)).id).toBe(hash)
    expect(outputsOf(sent)).toEqual([
      [hex.encode(scriptOf(to)), 40_000n],
      [hex.encode(scriptOf(own)), 59_859n],
    ])
    expect(asked).toMatchObject([['signPsbt', { inputs: [{ index: 0, address: own }] }]])
  })

  test.each([
    [
      'nothing that signs it',
      () => walletWith({}),
      undefined,
      { code: 'method_not_supported', facts: { method: 'sendTransfer' } },
    ],
    [
      'an address for ordinals',
      () => walletWith({ signPsbt: signs }, { type: 'ordinal' }),
      undefined,
      { facts: { field: 'account' } },
    ],
    [
      'it called off',
      () => walletWith({ sendTransfer: () => ({ txid: 'ab' }) }),
      gone,
      { code: 'aborted', cause: 'gone' },
    ],
  ] as const)('asks no wallet that has %s', async (_, make, signal, error) => {
    const { wallet, asked } = make()
    const { esplora, asked: paths } = ledger()
    expect(await failure(sendTransfer({ wallet, transfer, signal, esplora: () => esplora }))).toMatchObject(error)
    expect([asked, paths]).toEqual([[], []])
  })
})

/** A PSBT of so many coins of the account. */
function psbtOf(inputs: number): string {
  const transaction = new Transaction()
  for (let index = 0; index < inputs; index++)
    transaction.addInput({ txid: source.txid, index, witnessUtxo: { script: scriptOf(own), amount: 50_000n } })
  transaction.addOutput({ script: scriptOf(to), amount: BigInt(inputs) * 50_000n - 1_000n })
  return base64.encode(transaction.toPSBT())
}

describe('[F27] PSBTs', () => {
  test('are signed one after the other, each input by the account or the address that it names', async () => {
    const { wallet, asked } = walletWith({ signPsbt: signs })
    const [one, two] = [psbtOf(1), psbtOf(2)]
    const named = { index: 1, address: ordinals }
    const transactions = [
      { psbt: one, inputs: [0] },
      { psbt: two, inputs: [0, named] },
    ]
    const signed = await signTransactions({ wallet, transactions })
    expect(signed.map((each) => Transaction.fromPSBT(base64.decode(each)).inputsLength)).toEqual([1, 2])
    expect(asked).toMatchObject([
      ['signPsbt', { psbt: one, inputs: [{ index: 0, address: own }] }],
      ['signPsbt', { psbt: two, inputs: [{ index: 0, address: own }, named] }],
    ])
  })

  test.each([
    ['none of its inputs', []],
    ['an input below the first', [-1]],
    ['an input that is no whole number', [0.5]],
    ['an input behind the last', [0, 2]],
    ['an input behind the last, by its address', [{ index: 2, address: own }]],
  ])('of which %s is named reach no wallet, nor does what comes before them', async (_, inputs) => {
    const { wallet, asked } = walletWith({ signPsbt: signs })
    const transactions = [
      { psbt: psbtOf(1), inputs: [0] },
      { psbt: psbtOf(2), inputs },
    ]
    expect(await failure(signTransactions({ wallet, transactions }))).toMatchObject({ fault: 'inputs' })
    const { esplora, broadcasts } = ledger()
    const sending = sendPsbt({ wallet, call: { psbt: psbtOf(2), inputs }, esplora: () => esplora })
    expect(await failure(sending)).toMatchObject({ code: 'unsafe_psbt', fault: 'inputs' })
    expect([asked, broadcasts]).toEqual([[], []])
  })

  test.each([
    [
      'has no such method',
      () => walletWith({}),
      undefined,
      { code: 'method_not_supported', facts: { method: 'signPsbt' } },
    ],
    ['is asked too late', () => walletWith({ signPsbt: signs }), gone, { code: 'aborted', cause: 'gone' }],
  ] as const)('a wallet that %s signs none', async (_, make, signal, error) => {
    const { wallet, asked } = make()
    const transactions = [{ psbt: psbtOf(1), inputs: [0] }]
    expect(await failure(signTransactions({ wallet, transactions, signal }))).toMatchObject(error)
    expect(asked).toEqual([])
  })
})

describe('a message', () => {
  test.each([
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'ecdsa'],
    ['3P14159f73E4gFr7JterCCQh9QjiTjiZrG', 'ecdsa'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bip322'],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'bip322'],
    ['bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3', 'bip322'],
  ] as const)('of %s is signed by %s', (address, protocol) => expect(protocolFor(address)).toBe(protocol))

  test('reaches the wallet as its text, a mark of its order and all', async () => {
    const { wallet, asked } = walletWith({ signMessage: () => ({ signature: 's' }) })
    const account = { ...wallet.account, publicKey: '02ab' }
    const message = Uint8Array.of(0xef, 0xbb, 0xbf, 0x61)
    expect(await signMessage({ wallet: { ...wallet, account }, message })).toEqual({
      signature: 's',
      publicKey: '02ab',
    })
    expect(asked).toMatchObject([['signMessage', { address: own, message: '\ufeffa', protocol: 'bip322' }]])
  })

  test.each([
    ['can’t', () => walletWith({}), undefined, { code: 'method_not_supported', facts: { method: 'signMessage' } }],
    ['is asked too late', () => walletWith({ signMessage: () => ({}) }), gone, { code: 'aborted', cause: 'gone' }],
  ] as const)('isn’t signed by a wallet that %s', async (_, make, signal, error) => {
    const { wallet, asked } = make()
    expect(await failure(signMessage({ wallet, message: 'm', signal }))).toMatchObject(error)
    expect(asked).toEqual([])
  })
})

const hash = '33'.repeat(32)
const output = (address: string, value: number) => ({
  ...{ scriptpubkey: hex.encode(scriptOf(address)), scriptpubkey_address: address, value },
})
const input = (more: object = {}) => ({
  ...{ txid: source.txid, vout: 0, sequence: 0xffff_fffd, witness: ['aa', 'bb'], prevout: output(own, 100_000) },
  ...more,
})
const pending = (more: object = {}) => ({
  ...{ vin: [input()], vout: [output(to, 40_000), output(own, 59_859)], fee: 141, weight: 562 },
  ...{ status: { confirmed: false } },
  ...more,
})
const unspent = { [`/tx/${hash}/outspend/0`]: { spent: false }, [`/tx/${hash}/outspend/1`]: { spent: false } }
const ledgerWith = (sent: unknown, more: Readonly<Record<string, unknown>> = {}) =>
  fakeEsplora({ '/fee-estimates': {}, [`/address/${own}/utxo`]: [], [`/tx/${hash}`]: sent, ...unspent, ...more })
const prepared = (kind: 'speedUp' | 'cancel', sent: unknown = pending(), more?: Readonly<Record<string, unknown>>) =>
  prepareReplacement({ network, kind, hash, esplora: ledgerWith(sent, more).esplora })
const paidBy = (psbt: string) => {
  const transaction = Transaction.fromPSBT(base64.decode(psbt))
  return Array.from({ length: transaction.outputsLength }, (_, index) => transaction.getOutput(index).amount)
}

describe('[F22 F27] a replacement', () => {
  test('pays the same and brings back the rest, or brings all back', async () => {
    const faster = await prepared('speedUp')
    expect(faster).toMatchObject({ kind: 'speedUp', hash, address: own, formerFee: 141n, fee: 282n })
    expect(faster?.transaction.inputs).toEqual([{ index: 0, address: own }])
    expect(paidBy(faster?.transaction.psbt ?? '')).toEqual([40_000n, 59_718n])
    const cancelled = await prepared('cancel')
    expect(cancelled).toMatchObject({ kind: 'cancel', fee: 251n })
    expect(paidBy(cancelled?.transaction.psbt ?? '')).toEqual([99_749n])
  })

  test('takes the last of several outputs to oneself for what came back', async () => {
    const vout = [output(own, 10_000), output(to, 30_000), output(own, 59_859)]
    const faster = await prepared('speedUp', pending({ vout }), { [`/tx/${hash}/outspend/2`]: { spent: false } })
    expect(paidBy(faster?.transaction.psbt ?? '').slice(0, 2)).toEqual([10_000n, 30_000n])
  })

  test.each<readonly [string, unknown, Readonly<Record<string, unknown>>, object]>([
    ['signals nothing', pending({ vin: [input({ sequence: 0xffff_fffe })] }), {}, { reason: 'unsignalled' }],
    [
      'spends from two addresses',
      pending({ vin: [input(), input({ vout: 1, prevout: output(to, 1_000) })] }),
      {},
      { reason: 'inputs' },
    ],
    [
      'spends what another script locks',
      pending({ vin: [input({ prevout: { ...output(own, 1_000), scriptpubkey: '0014' } })] }),
      {},
      { reason: 'inputs' },
    ],
    [
      'spends from another network',
      pending({ vin: [input({ prevout: output('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 1_000) })] }),
      {},
      { reason: 'inputs' },
    ],
    [
      'was spent on at its last output',
      pending(),
      { [`/tx/${hash}/outspend/1`]: { spent: true, txid: '44'.repeat(32) } },
      { reason: 'spent' },
    ],
    [
      'was spent on at one of two outputs to oneself',
      pending({ vout: [output(own, 10_000), output(to, 30_000), output(own, 59_859)] }),
      {
        [`/tx/${hash}/outspend/0`]: { spent: true, txid: '44'.repeat(32) },
        [`/tx/${hash}/outspend/2`]: { spent: false },
      },
      { reason: 'spent' },
    ],
  ])('isn’t made of what %s', async (_, sent, more, error) => {
    expect(await failure(prepared('cancel', sent, more))).toMatchObject({
      code: 'not_replaceable',
      facts: { hash },
      ...error,
    })
  })

  test('is made where one input of several signals, and where others have spent what was theirs', async () => {
    const vin = [input({ sequence: 0xffff_fffe }), input({ vout: 1 })]
    const spent = { [`/tx/${hash}/outspend/0`]: { spent: true, txid: '44'.repeat(32) } }
    expect(await prepared('speedUp', pending({ vin }), spent)).toMatchObject({ kind: 'speedUp' })
  })

  test.each([null, pending({ status: { confirmed: true } })])('isn’t made of what isn’t pending', async (sent) => {
    expect(await prepared('speedUp', sent)).toBeUndefined()
  })

  test('is signed, checked to the satoshi and sent once', async () => {
    const replacement = await prepared('speedUp')
    if (!replacement) throw new Error('It is pending.')
    const { wallet, asked } = walletWith({ signPsbt: signs })
    const { esplora, broadcasts } = ledgerWith(pending())
    const sent = await replaceTransaction({ wallet, replacement, esplora })
    expect(Transaction.fromRaw(hex.decode(broadcasts[0] ?? '')).id).toBe(sent.hash)
    expect(broadcasts).toHaveLength(1)
    expect(asked).toMatchObject([
      ['signPsbt', { psbt: replacement.transaction.psbt, inputs: [{ index: 0, address: own }] }],
    ])
    const dearer = { ...replacement, fee: replacement.fee - 1n }
    expect(await failure(replaceTransaction({ wallet, replacement: dearer, esplora }))).toMatchObject({ fault: 'fee' })
    expect(broadcasts).toHaveLength(1)
    const open = ({ psbt }: { readonly psbt: string }) => {
      const transaction = Transaction.fromPSBT(base64.decode(psbt))
      transaction.updateInput(0, { sighashType: SigHash.NONE })
      transaction.signIdx(hex.decode(key), 0, [SigHash.NONE])
      return { psbt: base64.encode(transaction.toPSBT()) }
    }
    const opening = replaceTransaction({ wallet: walletWith({ signPsbt: open }).wallet, replacement, esplora })
    expect(await failure(opening)).toMatchObject({ code: 'unsafe_psbt', fault: 'signature' })
    expect(broadcasts).toHaveLength(1)
    // A host may name the inputs by their number alone.
    const numbered = { ...replacement, transaction: { ...replacement.transaction, inputs: [0] } }
    await replaceTransaction({ wallet, replacement: numbered, esplora })
    expect(asked.at(-1)).toMatchObject(['signPsbt', { inputs: [{ index: 0, address: own }] }])
  })

  test.each([
    [
      'signs no PSBT',
      () => walletWith({}),
      undefined,
      pending(),
      { code: 'method_not_supported', facts: { method: 'signPsbt' } },
    ],
    [
      'holds ordinals',
      () => walletWith({ signPsbt: signs }, { type: 'ordinal' }),
      undefined,
      pending(),
      { facts: { field: 'account' } },
    ],
    ['is asked too late', () => walletWith({ signPsbt: signs }), gone, pending(), { code: 'aborted', cause: 'gone' }],
    [
      'is asked for what was mined',
      () => walletWith({ signPsbt: signs }),
      undefined,
      undefined,
      { code: 'transaction_not_pending', facts: { hash } },
    ],
  ] as const)('isn’t signed by a wallet that %s', async (_, make, signal, sent, error) => {
    const { wallet, asked } = make()
    const replacement = await prepared('speedUp')
    if (!replacement) throw new Error('It is pending.')
    const { esplora, broadcasts } = ledgerWith(sent)
    expect(await failure(replaceTransaction({ wallet, replacement, esplora, signal }))).toMatchObject(error)
    expect([asked, broadcasts]).toEqual([[], []])
  })
})

test('what a wallet would be asked is said as WalletConnect has it, with the ledger where it is read', async () => {
  const esplora = { [network.caipNetworkId]: 'https://ledger.example/' }
  const actions = createActions({ host: createTestHost({ networks: [network] }), esplora })
  const by = { address: own, network, networkId: network.caipNetworkId }
  const transfer = { to, asset: coin, amount: 40_000n }
  const ledgerUrl = 'https://ledger.example'
  expect(await actions.walletRequest?.({ ...by, asked: { transfer } })).toEqual({
    ...{ method: 'sendTransfer', ledgerUrl },
    params: { account: own, recipientAddress: to, amount: '40000' },
  })
  const named = { index: 1, address: ordinals }
  expect(await actions.walletRequest?.({ ...by, asked: { call: { psbt: 'cHNidA==', inputs: [0, named] } } })).toEqual({
    ...{ method: 'signPsbt', ledgerUrl },
    params: { account: own, psbt: 'cHNidA==', signInputs: [{ index: 0, address: own }, named], broadcast: true },
  })
  expect(await actions.walletRequest?.({ ...by, asked: { typedData: {} } })).toBeUndefined()
})

describe('what a wallet can do', () => {
  const actions = createActions({ host: createTestHost({ networks: [mainNetwork] }), esplora: {} })
  const none = {
    signMessage: false,
    signTransactions: false,
    sendCall: false,
    replaceTransaction: false,
    transfers: [],
  }
  test.each([
    [{}, 'payment', none],
    [{ signMessage: signs }, 'payment', { ...none, signMessage: true }],
    [{ sendTransfer: signs }, 'payment', { ...none, transfers: ['coin'] }],
    [{ sendTransfer: signs }, 'ordinal', none],
    [
      { signPsbt: signs },
      'payment',
      { ...none, signTransactions: true, sendCall: true, replaceTransaction: true, transfers: ['coin'] },
    ],
    [{ signPsbt: signs }, 'ordinal', { ...none, signTransactions: true, sendCall: true }],
  ] as const)('by its methods %j, at an address of %s', async (methods, type, capabilities) => {
    expect(await actions.capabilities?.(walletWith(methods, { type }))).toEqual(capabilities)
  })

  test('an address is shown short, and is itself in whatever case', () => {
    const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
    expect(actions.showAddress?.(address)).toBe(shortenAddress({ address }))
    expect(actions.isSameAddress?.(address, address.toUpperCase())).toBe(true)
    expect(actions.isSameAddress?.(address, own)).toBe(false)
  })

  test('its accounts are its own, else those that were shown before, the chosen first', async () => {
    const { wallet } = walletWith({})
    const other = { namespace: 'bip122', address: ordinals, type: 'ordinal' } as const
    const accounts = [other, wallet.account] as const
    const own = { ...wallet, accounts }
    expect(await actions.readAccounts?.({ wallet: own })).toEqual([wallet.account, other])
    const provider = { ...wallet.provider, getAccounts: async () => accounts }
    expect(await actions.readAccounts?.({ wallet: { ...own, provider } })).toEqual(accounts)
  })
})
