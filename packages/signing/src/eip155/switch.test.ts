import type { WalletNetwork } from '@foyer/core/words'
import { concat, encodeFunctionData, getAddress, type Hex, keccak256, parseAbi, zeroAddress } from 'viem'
import { getBalance, getTransactionCount, getTransactionReceipt } from 'viem/actions'
import { describe, expect, test, vi } from 'vitest'
import { delegateAddress as delegate } from '../delegate.js'
import type { Batches } from '../family.js'
import { partsOf } from '../switching.js'
import { client, codeOf, designator, freshAddress, node, onSmartChain, two, walletOf } from './test/smartStage.js'

onSmartChain()

describe('[F13] the first batch on a chain', () => {
  test('is one payload of fields, from which both signatures come; before it the account has no code, after it the delegate’s', async () => {
    const wallet = walletOf(1)
    const calls = two()
    const { payloads = [], perform } = await wallet.send(calls, { id: '0xfirst' })
    const nonce = await getTransactionCount(client(), { address: wallet.address })
    expect(payloads).toMatchObject([
      {
        chainId: 31_337n,
        nonce: BigInt(nonce),
        account: wallet.address,
        delegate,
        data: expect.stringMatching(/^0xe9ae5c5301/),
      },
    ])
    expect(await codeOf(wallet.address)).toBeUndefined()
    expect(await perform()).toEqual({ id: '0xfirst' })
    expect([wallet.signed.switchings, wallet.signed.bytes]).toEqual([payloads, []])
    expect(await wallet.ended('0xfirst')).toMatchObject({ status: 200, atomic: true, receipts: [{ type: '0x4' }] })
    expect(await codeOf(wallet.address)).toBe(designator(delegate))
    expect(await getBalance(client(), { address: calls[1]?.to ?? '0x' })).toBe(2n)
    expect(wallet.kept.get('0xfirst')).toMatchObject({ from: wallet.address, delegate, hadCode: true })
    // From then on it is one transaction's bytes, and dearer by nothing than what it is.
    const later = await wallet.send(two())
    expect(later.payloads).toEqual([expect.any(Uint8Array)])
    const gas = async (hashes: readonly string[] = []) => {
      const [hash] = hashes
      return (await getTransactionReceipt(client(), { hash: `0x${(hash ?? '').slice(2)}` })).gasUsed
    }
    expect(await gas(wallet.kept.get('0xfirst')?.hashes)).toBeLessThanOrEqual(120_000n)
    const { id } = Object(await later.perform())
    expect(await wallet.ended(id)).toMatchObject({
      status: 200,
      receipts: [{ type: expect.stringMatching(/^0x[02]$/) }],
    })
  })

  test('names no hash of the transaction before it is signed: what is kept is what was sent', async () => {
    const wallet = walletOf(2)
    await (await wallet.send(two(), { id: '0xkept' })).perform()
    const [hash = ''] = wallet.kept.get('0xkept')?.hashes ?? []
    expect((await getTransactionReceipt(client(), { hash: `0x${hash.slice(2)}` })).status).toBe('success')
  })

  test('another’s code at the address stays: nothing that an application asks for replaces it', async () => {
    const wallet = walletOf(3)
    const other = getAddress('0x00000000000000000000000000000000000f0ae3')
    await node().setCode({ address: wallet.address, bytecode: concat(['0xef0100', other]) })
    expect(await wallet.answer('wallet_getCapabilities')).toEqual({ '0x7a69': {} })
    expect(await wallet.refusal('wallet_sendCalls', wallet.batch(two(), { atomicRequired: true }))).toBe(5760)
    await (await wallet.send(two(), { atomicRequired: false, id: '0xbeside' })).perform()
    expect(await wallet.ended('0xbeside')).toMatchObject({ status: 200, atomic: false, receipts: [{}, {}] })
    expect(await codeOf(wallet.address)).toBe(designator(other))
  })

  test('where something else was sent meanwhile, or the code is another by then, it is asked anew; else what was shown holds', async () => {
    const wallet = walletOf(4)
    const first = await wallet.send(two())
    expect(await first.recheck?.()).toBeUndefined()
    await (await wallet.asked(wallet.ask('eth_sendTransaction', [{ from: wallet.address, to: zeroAddress }]))).perform()
    const again = await wallet.asked(Promise.resolve(first.recheck?.()))
    expect(again.words.warnings[0]).toBe('Something else was sent from your address meanwhile. Read this again.')
    const [was, is] = [first, again].map(({ payloads: [payload] = [] }) => Object(payload).nonce)
    expect(is).toBe(was + 1n)
    await node().setCode({
      address: wallet.address,
      bytecode: concat(['0xef0100', zeroAddress.replace(/0$/, '1') as Hex]),
    })
    const inTurn = await wallet.asked(Promise.resolve(again.recheck?.()))
    expect(inTurn.words.warnings.join()).toContain('They are sent one after the other')
    await node().setCode({ address: wallet.address, bytecode: '0x' })
  })
})

describe('what a batch has come to', () => {
  test('is nothing where its account hadn’t the code: a wrong authorization fails no transaction', async () => {
    const wallet = walletOf(5)
    const { address } = wallet
    const plain = await wallet.asked(
      wallet.ask('eth_sendTransaction', [{ from: address, to: zeroAddress, value: '0x1' }]),
    )
    const hash = String(await plain.perform())
    const batch = { id: '0xidle', chainId: wallet.network.chainId, from: address, delegate, atomic: true, isOver: true }
    wallet.kept.set('0xidle', { ...batch, hashes: [hash] })
    expect(await wallet.ended('0xidle')).toMatchObject({ status: 500, receipts: [{ status: '0x1' }] })
    expect(wallet.kept.get('0xidle')?.hadCode).toBe(false)
    // It was looked at when it was mined: what the account has later changes nothing of it.
    await node().setCode({ address, bytecode: concat(['0xef0100', delegate]) })
    expect(await wallet.ended('0xidle')).toMatchObject({ status: 500 })
    await node().setCode({ address, bytecode: '0x' })
  })

  test('is known to its own account alone, and not to be kept twice', async () => {
    const wallet = walletOf(5)
    wallet.kept.set('0x1', {
      id: '0x1',
      chainId: wallet.network.chainId,
      from: zeroAddress,
      atomic: true,
      hashes: [],
      isOver: true,
    })
    expect(await wallet.refusal('wallet_getCallsStatus', ['0x1'])).toBe(5730)
    expect(await wallet.refusal('wallet_showCallsStatus', ['0x1'])).toBe(5730)
    expect(await wallet.refusal('wallet_sendCalls', wallet.batch(two(), { id: '0x1' }))).toBe(5720)
  })

  test('a batch that the node doesn’t take was never sent: 400', async () => {
    const wallet = walletOf(6)
    const { perform } = await wallet.send(two(), { id: '0xlate' })
    await (await wallet.asked(wallet.ask('eth_sendTransaction', [{ from: wallet.address, to: zeroAddress }]))).perform()
    await expect(perform()).rejects.toThrow()
    expect(await wallet.answer('wallet_getCallsStatus', ['0xlate'])).toMatchObject({ status: 400, receipts: [] })
  })

  test('is shown without a signature', async () => {
    const wallet = walletOf(6)
    wallet.kept.set('0x2', {
      id: '0x2',
      chainId: wallet.network.chainId,
      from: wallet.address,
      atomic: true,
      hashes: [],
      isOver: true,
    })
    const { payloads, perform } = await wallet.asked(wallet.ask('wallet_showCallsStatus', ['0x2']))
    expect([payloads, await perform(), wallet.signed]).toEqual([[], null, { bytes: [], switchings: [] }])
  })
})

describe('one call', () => {
  test.each([
    ['2.0.0', (id: string) => ({ id })],
    ['1.0', (id: string) => id],
    [undefined, (id: string) => id],
  ])('of version %s is the transaction that it is, at what that costs', async (version, answered) => {
    const wallet = walletOf(7)
    const to = freshAddress()
    const { words, perform, payloads } = await wallet.send([{ to, value: '0x5' }], {
      version,
      id: `0xone${version}`,
      chainId: 31_337,
    })
    expect([words.title, payloads]).toEqual(['Send ETH', [expect.any(Uint8Array)]])
    expect(await perform()).toEqual(answered(`0xone${version}`))
    expect(await wallet.ended(`0xone${version}`)).toMatchObject({ status: 200, receipts: [{ gasUsed: '0x5208' }] })
    expect(await codeOf(wallet.address)).toBeUndefined()
  })
})

describe('where several calls can’t be one', () => {
  test.each<[string, Partial<Batches>, Partial<WalletNetwork>]>([
    ['the network has no code for it', {}, { delegate: undefined }],
    ['the visitor would have a key’s account', { asOne: false }, {}],
  ])('as %s, they are refused where they must be, and else asked as transactions of their own', async (_, own, at) => {
    const wallet = walletOf(8, own, at)
    expect(await wallet.refusal('wallet_sendCalls', wallet.batch(two(), { atomicRequired: true }))).toBe(5760)
    const { payloads = [] } = await wallet.send(two(), { atomicRequired: false })
    expect(payloads.map((each) => each instanceof Uint8Array)).toEqual([true, true])
    expect(await wallet.refusal('wallet_sendCalls', wallet.batch(two().slice(1)))).toBe('ask')
    expect(await wallet.answer('wallet_getCapabilities', [wallet.address, ['0x7a69', '0x1']])).toEqual({
      '0x7a69': {},
    })
    expect(wallet.signed).toEqual({ bytes: [], switchings: [] })
  })

  test('a contract of its own at the address, or a node that doesn’t answer, carries nothing out', async () => {
    const wallet = walletOf(8)
    await node().setCode({ address: wallet.address, bytecode: '0x00' })
    const none = { '0x7a69': {} }
    expect(await wallet.answer('wallet_getCapabilities', [wallet.address])).toEqual(none)
    expect(await wallet.refusal('wallet_sendCalls', wallet.batch(two(), { atomicRequired: true }))).toBe(5760)
    await node().setCode({ address: wallet.address, bytecode: '0x' })
    const away = walletOf(8, {}, { rpcUrl: 'http://127.0.0.1:9' })
    expect(await away.answer('wallet_getCapabilities')).toEqual(none)
  })
})

describe('an account with the delegate’s code', () => {
  const waits = 'An earlier transaction of yours is still pending. This one is sent once that is in a block.'

  test('has one transaction pending: the second says why it waits, and goes once the first is in a block', async () => {
    const wallet = walletOf(9)
    await (await wallet.send(two(), { id: '0xup' })).perform()
    await wallet.ended('0xup')
    await node().setAutomine(false)
    try {
      const send = () =>
        wallet.asked(wallet.ask('eth_sendTransaction', [{ from: wallet.address, to: freshAddress(), value: '0x1' }]))
      const first = await send()
      expect(first.words.warnings).not.toContain(waits)
      await first.perform()
      const [second, batch] = [await send(), await wallet.send(two(), { id: '0xwaiting' })]
      for (const { words } of [second, batch]) expect(words.warnings).toContain(waits)
      const mined = await getTransactionCount(client(), { address: wallet.address })
      const sending = second.perform()
      await vi.waitFor(() => expect(wallet.signed.bytes).toHaveLength(2))
      expect(await getTransactionCount(client(), { address: wallet.address, blockTag: 'pending' })).toBe(mined + 1)
      await node().mine({ blocks: 1 })
      await sending
      expect(await getTransactionCount(client(), { address: wallet.address, blockTag: 'pending' })).toBe(mined + 2)
      // What takes the place of a pending one never waits.
      const instead = [
        { from: wallet.address, to: freshAddress(), value: '0x1', nonce: `0x${(mined + 1).toString(16)}` },
      ]
      expect((await wallet.asked(wallet.ask('eth_sendTransaction', instead))).words.warnings).not.toContain(waits)
    } finally {
      await node().setAutomine(true)
      await node().mine({ blocks: 1 })
    }
  })

  test('what gives the account its code waits for a send that is pending', async () => {
    const wallet = walletOf(8)
    await node().setAutomine(false)
    try {
      const sent = [{ from: wallet.address, to: freshAddress(), value: '0x1' }]
      await (await wallet.asked(wallet.ask('eth_sendTransaction', sent))).perform()
      const batch = await wallet.send(two(), { id: '0xbehind' })
      expect(batch.words.warnings).toContain(waits)
      const done = batch.perform()
      await vi.waitFor(() => expect(wallet.signed.switchings).toHaveLength(1))
      expect(await wallet.refusal('wallet_getCallsStatus', ['0xbehind'])).toBe(5730)
      await node().mine({ blocks: 1 })
      await done
    } finally {
      await node().setAutomine(true)
      await node().mine({ blocks: 1 })
    }
    expect(await wallet.ended('0xbehind')).toMatchObject({ status: 200 })
  })

  test('what waits isn’t sent any more once its application has taken it back', async () => {
    const wallet = walletOf(9)
    await node().setAutomine(false)
    try {
      const send = () =>
        wallet.asked(wallet.ask('eth_sendTransaction', [{ from: wallet.address, to: freshAddress(), value: '0x1' }]))
      await (await send()).perform()
      const { perform } = await send()
      const sending = perform()
      wallet.stop()
      await expect(sending).rejects.toThrow('taken back')
    } finally {
      await node().setAutomine(true)
      await node().mine({ blocks: 1 })
    }
  })
})

describe('[F13] what only the wallet’s own pages ask for', () => {
  const manager = '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3'
  const typed = (primaryType: string, verifyingContract: string) => ({
    ...{ primaryType, domain: { chainId: 31_337, verifyingContract } },
    ...{ types: { [primaryType]: [{ name: 'delegate', type: 'address' }] }, message: { delegate: zeroAddress } },
  })

  test('is never signed for an application: for the account’s or the manager’s domain, delegations, user operations and authorizations', async () => {
    const wallet = walletOf(0)
    for (const data of [
      typed('Delegation', zeroAddress),
      typed('PackedUserOperation', zeroAddress),
      typed('Order', wallet.address),
      typed('Order', manager.toLowerCase()),
    ])
      expect(await wallet.refusal('eth_signTypedData_v4', [wallet.address, data])).toBe(-32_602)
    const execute = encodeFunctionData({
      abi: parseAbi(['function execute(bytes32, bytes)']),
      args: [keccak256('0x'), '0x'],
    })
    const authorizationList = [{ address: delegate, chainId: 0, nonce: 0 }]
    for (const transaction of [
      { to: wallet.address, data: execute },
      { to: zeroAddress, authorizationList },
    ])
      expect(await wallet.refusal('eth_sendTransaction', [{ from: wallet.address, ...transaction }])).toBe(-32_602)
    expect(await wallet.refusal('eth_signAuthorization', authorizationList)).toBe(4200)
    expect(wallet.signed).toEqual({ bytes: [], switchings: [] })
  })

  test('each part of a first batch is compared: none is another’s', async () => {
    const wallet = walletOf(0)
    const [{ payloads: [one] = [] }, { payloads: [other] = [] }] = [await wallet.send(two()), await wallet.send(two())]
    if (!one || !other) throw new Error('Nothing is signed.')
    const [ones, others] = [partsOf(one), partsOf(other)]
    expect([ones.length, others.length]).toEqual([2, 2])
    expect(ones[0]).toEqual(others[0])
    expect(ones[1]).not.toEqual(others[1])
  })
})
