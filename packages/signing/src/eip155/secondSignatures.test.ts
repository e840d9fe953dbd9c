import type { WalletNetwork } from '@foyer/core/words'
import {
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  type Hex,
  maxUint256,
  parseAbi,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { abi, ask, fieldsOf, me, nobody, now, openStage, person, reads, type Said, type Stage } from './test/stage.js'

// The second table of approval cases, of what is signed: numbers as it has them, and beside each what it doesn't list.

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.chain.stop())

const sign = (
  data: { readonly types: object; readonly primaryType: string; readonly domain?: object; readonly message: object },
  network: WalletNetwork = stage.network,
): Promise<Said> =>
  ask({
    network,
    method: 'eth_signTypedData_v4',
    params: [me, { ...data, domain: { chainId: 31337, ...data.domain } }],
  })
const message = (text: string) => ask({ network: stage.network, method: 'personal_sign', params: [text, me] })

const hour = 3_600n
const transfer = (to: Hex, amount: bigint) => encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] })
const approve = (amount: bigint) =>
  encodeFunctionData({ abi, functionName: 'approve', args: [stage.market.router, amount] })

describe('a transfer that others carry out', () => {
  const authorization = (value: bigint, more: object = {}, type = 'TransferWithAuthorization') =>
    sign({
      types: {
        [type]: fieldsOf(
          'from address, to address, value uint256, validAfter uint256, validBefore uint256, nonce bytes32',
        ),
      },
      primaryType: type,
      domain: { name: 'Dollar', version: '2', verifyingContract: stage.tokenOf('DUSD') },
      message: {
        ...{ from: me, to: person, value: `${value}`, validAfter: 0, validBefore: `${now + hour}` },
        ...{ nonce: `0x${'11'.repeat(32)}`, ...more },
      },
    })

  test('34: how much of what to whom, until when, and that whoever has it may', async () => {
    for (const type of ['TransferWithAuthorization', 'ReceiveWithAuthorization']) {
      const said = await authorization(25_000_000n, {}, type)
      expect(said.title).toBe('Send DUSD by signature')
      reads(said, {
        level: 'careful',
        facts: ['You give: 25 DUSD', `To: ${person}`, 'Once, until: 2027-01-15 09:00 UTC', 'Fee now: None'],
        warnings: ['Whoever has this signature'],
      })
    }
    reads(await authorization(10_000_000_000n), {
      level: 'deliberate',
      facts: ['You have now: 10000 DUSD'],
      warnings: ['Whoever has', 'all of your DUSD'],
    })
    reads(await authorization(maxUint256), { level: 'deliberate' })
    reads(await authorization(1n, { to: zeroAddress }), {
      level: 'deliberate',
      warnings: ['Whoever has', 'can’t be had back'],
    })
    // Of another account's nothing is known.
    reads(await authorization(1n, { from: person }), { level: 'deliberate', warnings: ['isn’t known'] })
  })
})

describe('what acts for an account', () => {
  const relayed = 'from address, to address, value uint256, gas uint256, nonce uint256, deadline uint48, data bytes'

  test('35: typed data whose effect isn’t known takes a step of its own, whatever it is called', async () => {
    for (const primaryType of ['Login', 'Vote', 'Terms']) {
      const types = { [primaryType]: fieldsOf('text string, amount uint256') }
      const said = await sign({ types, primaryType, domain: { name: 'Post' }, message: { text: 'hi', amount: 1 } })
      reads(said, { level: 'deliberate', warnings: ['isn’t known'] })
      expect(said.shown.tree?.fields.at(-1)?.fields).toHaveLength(2)
    }
  })

  test('36: a Safe’s transaction is read; another contract’s code as its own, and a fee out of it, are said', async () => {
    const safe = (more: object) =>
      sign({
        types: {
          SafeTx: fieldsOf(
            'to address, value uint256, data bytes, operation uint8, safeTxGas uint256, baseGas uint256, gasPrice uint256, gasToken address, refundReceiver address, nonce uint256',
          ),
        },
        primaryType: 'SafeTx',
        domain: { verifyingContract: stage.nfts.editions },
        message: {
          ...{ to: stage.tokenOf('DUSD'), value: 0, data: transfer(person, 25_000_000n), operation: 0, safeTxGas: 0 },
          ...{ baseGas: 0, gasPrice: 0, gasToken: zeroAddress, refundReceiver: zeroAddress, nonce: 1, ...more },
        },
      })
    const inside = [`Safe: ${stage.nfts.editions}`, 'Call inside of it: Send DUSD', 'Amount: 25 DUSD', `To: ${person}`]
    reads(await safe({}), { level: 'careful', facts: inside, warnings: ['Whoever has'] })
    reads(await safe({ operation: 1 }), {
      level: 'deliberate',
      // What that code makes of its data isn't what the call that it looks like would do.
      facts: [`New code: ${stage.tokenOf('DUSD')}`, `Data: ${transfer(person, 25_000_000n)}`],
      warnings: ['code as its own', 'Whoever has', 'can’t be read'],
    })
    reads(await safe({ gasPrice: '1000000000', baseGas: 1_000_000 }), {
      level: 'deliberate',
      facts: ['Fee, at most: 0.001045036 ETH'],
      warnings: ['itself pays', 'Whoever has'],
    })
    reads(await safe({ data: '0xdeadbeef' }), { level: 'deliberate', warnings: ['Whoever has', 'can’t be read'] })
  })

  test('38: a delegation without caveats, with some, and to anybody', async () => {
    const delegation = (delegate: string, caveats: readonly object[]) =>
      sign({
        types: {
          Delegation: fieldsOf(
            'delegate address, delegator address, authority bytes32, caveats Caveat[], salt uint256',
          ),
          Caveat: fieldsOf('enforcer address, terms bytes'),
        },
        primaryType: 'Delegation',
        domain: { name: 'DelegationManager', verifyingContract: nobody },
        message: { delegate, delegator: me, authority: `0x${'ff'.repeat(32)}`, caveats, salt: 0 },
      })
    reads(await delegation(person, []), {
      level: 'deliberate',
      facts: [`Acts for the account: ${person}`, 'Bound by: Nothing'],
      warnings: ['may do anything in the account’s name'],
    })
    reads(await delegation('0x0000000000000000000000000000000000000a11', [{ enforcer: nobody, terms: '0x' }]), {
      level: 'deliberate',
      facts: ['Acts for the account: Anybody', `Bound by: ${nobody}`],
      warnings: ['What bounds them can’t be read'],
    })
  })

  test('38: the calls of a forwarded request, of an account’s operation, and of a meta-transaction are read', async () => {
    const forward = (data: Hex, primaryType = 'ForwardRequest') =>
      sign({
        types: { [primaryType]: fieldsOf(relayed) },
        primaryType,
        domain: { name: 'Forwarder', verifyingContract: nobody },
        message: { from: me, to: stage.tokenOf('DUSD'), value: 0, gas: 1, nonce: 0, deadline: 1, data },
      })
    const inside = ['Call inside of it: Allow spending of DUSD', `Spender: Uniswap V2 (${stage.market.router})`]
    reads(await forward(approve(maxUint256)), {
      level: 'deliberate',
      facts: [`From: ${me}`, ...inside, 'Amount: Unlimited'],
      warnings: ['Whoever has', 'all of your DUSD'],
    })
    reads(await forward(approve(5n), 'ExecuteRequest'), { level: 'deliberate', facts: inside })
    const execute = parseAbi([
      'function execute(address to, uint256 value, bytes data)',
      'function execute(bytes32 mode, bytes calls)',
    ])
    const dusd = stage.tokenOf('DUSD')
    const zeros = '00'.repeat(31)
    const list = [
      {
        type: 'tuple[]',
        components: fieldsOf('to address, value uint256, data bytes'),
      },
    ] as const
    const several = encodeAbiParameters(list, [[{ to: dusd, value: 0n, data: approve(5n) }]])
    const one = encodePacked(['address', 'uint256', 'bytes'], [dusd, 0n, approve(5n)])
    for (const callData of [
      encodeFunctionData({ abi: execute, functionName: 'execute', args: [dusd, 0n, approve(5n)] }),
      encodeFunctionData({ abi: execute, functionName: 'execute', args: [`0x01${zeros}`, several] }),
      encodeFunctionData({ abi: execute, functionName: 'execute', args: [`0x00${zeros}`, one] }),
    ]) {
      const said = await sign({
        types: { PackedUserOperation: fieldsOf('sender address, nonce uint256, initCode bytes, callData bytes') },
        primaryType: 'PackedUserOperation',
        domain: { name: 'ERC4337', verifyingContract: nobody },
        message: { sender: me, nonce: 0, initCode: '0x', callData },
      })
      reads(said, { level: 'deliberate', facts: inside, warnings: ['Whoever has', 'this much of your DUSD'] })
    }
    const meta = await sign({
      types: { MetaTransaction: fieldsOf('nonce uint256, from address, functionSignature bytes') },
      primaryType: 'MetaTransaction',
      domain: { name: 'Dollar', verifyingContract: dusd },
      message: { nonce: 0, from: me, functionSignature: transfer(person, 1_000_000n) },
    })
    reads(meta, { level: 'deliberate', facts: ['Call inside of it: Send DUSD', 'Amount: 1 DUSD', `To: ${person}`] })
  })
})

describe('a message', () => {
  test('50: 32 bytes that read as a text by chance are a hash', async () => {
    const text = 'abcdefghijklmnopqrstuvwxyz123456'
    for (const [each, shown] of [
      [`0x${Buffer.from(text).toString('hex')}`, text],
      [text, text],
      [`0x${Buffer.from('é'.repeat(16)).toString('hex')}`, 'é'.repeat(16)],
      ['abcdefghijklm opqrstuvwxyz123456', 'abcdefghijklm opqrstuvwxyz123456'],
    ] as const) {
      const said = await message(each)
      reads(said, { level: 'deliberate', warnings: ['hash of anything'] })
      expect(said.shown.content).toMatchObject({ isCode: false, text: shown })
    }
    reads(await message(`${text}7`), { level: 'plain', warnings: [] })
  })

  test('a login is for a site whatever case it is written in, and by the scheme that it names', async () => {
    const login = (first: string) =>
      message(`${first} wants you to sign in with your Ethereum account:\n${me}\n\nURI: https://dapp.example`)
    for (const first of [
      'dapp.example',
      'DApp.Example',
      'https://dapp.example',
      '\n dapp.example',
      '\u200bdapp.example',
    ]) {
      const said = await login(first)
      expect(said.title).toBe('Sign in to a site')
      expect(said.warnings.join()).not.toContain('signs you in at')
    }
    reads(await login('http://dapp.example'), {
      level: 'deliberate',
      facts: ['Signs in at: http://dapp.example'],
      warnings: ['signs you in at http://dapp.example, but the application says that it is at https://dapp.example'],
    })
    reads(await login('\n evil.example'), { level: 'deliberate', facts: ['Signs in at: evil.example'] })
  })

  test('51: what a statement says is no field of a login', async () => {
    const login = (statement: string, expires = '') =>
      message(
        `dapp.example wants you to sign in with your Ethereum account:\n${me}\n\n${statement}\n\nURI: https://dapp.example\nVersion: 1\nChain ID: 31337\nNonce: abcdefgh1\nIssued At: 2027-01-15T08:00:00Z${expires}`,
      )
    const fake = 'Expiration Time: 2027-01-15T08:05:00Z'
    reads(await login(fake), { level: 'plain', facts: ['Until: No end is named'] })
    reads(await login(fake, '\nExpiration Time: 2099-01-01T00:00:00Z'), {
      level: 'plain',
      facts: ['Until: 2099-01-01T00:00:00Z'],
    })
    reads(await login('Hi', '\nExpiration Time: 2099-01-01T00:00:00Z\nResources:\n- https://a.example'), {
      level: 'plain',
      facts: ['Until: 2099-01-01T00:00:00Z'],
    })
  })
})
