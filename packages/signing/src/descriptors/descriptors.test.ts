import { lowerHex } from '@foyer/core/chain'
import { type Hex, keccak256, stringToBytes } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { describeCall, describeData } from './describe.js'
import { encodedType, readFragment, typeKey } from './fragment.js'
import {
  $schema,
  callOf,
  coin,
  contract,
  describeIt,
  descriptorOf,
  dusd,
  inEnglish,
  me,
  network,
  person,
  readInner,
} from './test/describing.js'

// What isn't listed isn't known here: no node answers.
beforeEach(() => void vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no node'))))
afterEach(() => void vi.unstubAllGlobals())

const lend = 'lend(address asset,uint256 amount,uint256 mode,address onBehalfOf)'
const lending = {
  [lend]: {
    intent: 'Lend',
    fields: [
      { path: 'amount', label: 'You give', format: 'tokenAmount', params: { tokenPath: 'asset' } },
      { path: 'mode', label: 'Interest', format: 'enum', params: { $ref: '$.metadata.enums.modes' } },
      { path: 'onBehalfOf', label: 'Credited to', format: 'addressName' },
    ],
  },
}
const modes = { metadata: { enums: { modes: { 1: 'stable', 2: 'variable' } } } }
const lentFor = (whom: string) => callOf(lend, [dusd, 25_000_000n, 2n, whom])
const lent = lentFor(person)

describe('a call', () => {
  test('is said in its makers’ words, whose they are is said too, and it is warned of that', async () => {
    expect(await describeIt(descriptorOf(lending, modes), { data: lent })).toEqual({
      title: 'Lend',
      facts: [
        'You give: 25 DUSD',
        'Interest: variable',
        `Credited to: ${person}`,
        'In the words of: Lenders',
        `Contract: ${contract}`,
      ],
      warnings: [
        'This wallet knows it by its makers’ words alone.',
        'It names an address that isn’t yours, nor known here. What it brings may go there.',
      ],
      isDeliberate: true,
    })
  })

  test('takes a step of its own where it is for whoever isn’t known here, whatever its makers call that, and leave out', async () => {
    const asks = async (whom: string, chain: typeof network & { contracts?: object[] } = network, last = {}) =>
      (
        await describeIt(
          descriptorOf(
            {
              [lend]: {
                ...lending[lend],
                fields: [...lending[lend].fields.slice(0, 2), { ...lending[lend].fields[2], ...last }],
              },
            },
            modes,
          ),
          { data: lentFor(whom), chain },
        )
      )?.isDeliberate
    const raw = { format: 'raw' }
    const never = { visible: 'never' }
    for (const last of [{}, raw, never]) {
      expect(await asks(person, network, last)).toBe(true)
      for (const own of [me, contract, dusd]) expect(await asks(own, network, last)).toBe(false)
      const known = { ...network, contracts: [{ address: person, name: 'Vault' }] }
      expect(await asks(person, known, last)).toBe(false)
    }
  })

  test.each<[string, unknown, Parameters<typeof describeIt>[1]]>([
    ['another contract', descriptorOf(lending, modes), { data: lent, to: person }],
    ['another chain', descriptorOf(lending, modes), { data: lent, chain: { ...network, chainId: 'eip155:10' } }],
    ['another function', descriptorOf(lending, modes), { data: callOf('lend(address a,uint256 b)', [dusd, 1n]) }],
    ['a later version', descriptorOf(lending, { ...modes, $schema: $schema.replace('v2', 'v3.0.0') }), { data: lent }],
    ['no version', descriptorOf(lending, { ...modes, $schema: undefined }), { data: lent }],
    ['no contract', descriptorOf(lending, { ...modes, context: { contract: {} } }), { data: lent }],
    ['typed data', descriptorOf(lending, { ...modes, context: { eip712: { deployments: [] } } }), { data: lent }],
    [
      'one function twice',
      descriptorOf({ ...lending, [lend.replace('mode', 'm')]: lending[lend] }, modes),
      { data: lent },
    ],
    ['what isn’t there', descriptorOf({ [lend]: { fields: [{ path: 'interest', label: 'x' }] } }), { data: lent }],
    ['no JSON of that kind', [lending], { data: lent }],
    ['data that ends early', descriptorOf(lending, modes), { data: `0x${lent.slice(2, -2)}` }],
    [
      'data that is written otherwise',
      descriptorOf(lending, modes),
      { data: `0x${lent.slice(2, 10)}01${lent.slice(12)}` },
    ],
  ])('isn’t said by a descriptor of %s', async (_of, descriptor, asked) => {
    expect(await describeIt(descriptor, asked)).toBeUndefined()
  })

  test('is said by the first descriptor that fits', async () => {
    const [wrong, right] = [descriptorOf({ [lend]: { fields: [{ path: 'x' }] } }), descriptorOf(lending, modes)]
    const call = { to: contract, from: me, value: 0n, data: lowerHex(lent), network, readInner }
    expect(inEnglish(await describeCall({ ...call, descriptors: [null, wrong, right] }))?.title).toBe('Lend')
  })

  test('with bytes behind it, or with a value that isn’t spoken of, says both', async () => {
    const said = await describeIt(descriptorOf(lending, modes), { data: `${lent}0000`, value: 10n ** 17n })
    expect(said?.facts[0]).toBe('You give: 0.1 ETH')
    expect(said?.warnings).toContainEqual(expect.stringContaining('2 bytes follow'))
  })

  test('is shown without letters that pose, or that can’t be seen [F14]', async () => {
    const formats = { [lend]: { intent: 'Le\u202end', fields: [{ path: 'mode', label: 'In\u200bterest' }] } }
    const said = await describeIt(descriptorOf(formats, { metadata: { owner: 'A\u2066ve' } }), { data: lent })
    expect(said?.title).toBe('Lend')
    expect(said?.facts.slice(0, 2)).toEqual(['Interest: 2', 'In the words of: Ave'])
  })
})

describe('a field', () => {
  const key =
    'f((address token,uint256 amount)[] parts,uint256[] sums,address[] tokens,uint256 number,uint48 time,bytes route,bytes32 word,string text,bool yes,uint256 packed)'
  const route: Hex = `0x${dusd.slice(2)}000bb8${contract.slice(2)}`
  const packed = (1n << 255n) | BigInt(dusd)
  const values = (over: { number?: bigint; time?: number } = {}) => [
    [
      { token: dusd, amount: 1_000_000n },
      { token: coin, amount: 2n * 10n ** 18n },
    ],
    [3_000_000n, 4_000_000n],
    [dusd, dusd],
    over.number ?? 3_000n,
    over.time ?? 1_800_000_000,
    route,
    `0x${'ab'.repeat(32)}`,
    'two\nlines',
    true,
    packed,
  ]
  const sayField = async (
    field: object,
    { more = {}, ...over }: { number?: bigint; time?: number; more?: Parameters<typeof descriptorOf>[1] } = {},
  ) => {
    const formats = { [key]: { intent: 'f', fields: [{ label: 'L', ...field }] } }
    const said = await describeIt(descriptorOf(formats, more), { data: callOf(key, values(over)) })
    return said?.facts.filter((fact) => fact.startsWith('L: ')).map((fact) => fact.slice(3))
  }
  const native = { nativeCurrencyAddress: '$.metadata.constants.coin' }
  const constants = { metadata: { constants: { coin, top: '0x0bb8', dusd } } }

  test.each<[string, object, readonly string[], Parameters<typeof sayField>[1]?]>([
    ['a number', { path: 'number' }, ['3000']],
    ['a truth', { path: '#.yes', format: 'raw' }, ['true']],
    ['a text, its lines kept', { path: 'text' }, ['two\nlines']],
    ['bytes', { path: 'word' }, [`0x${'ab'.repeat(32)}`]],
    ['some bytes', { path: 'route.[20:23]' }, ['0x000bb8']],
    ['the last bytes', { path: 'route.[-20:]', format: 'addressName' }, [contract]],
    ['an address within a number', { path: 'packed.[-20:]', format: 'addressName' }, [`DUSD (${dusd})`]],
    ['the transaction’s own', { path: '@.from', format: 'addressName' }, [me]],
    ['a constant', { value: 'Always', format: 'raw' }, ['Always']],
    ['the coin', { path: 'number', format: 'amount' }, ['0.000000000000003 ETH']],
    ['a share', { path: 'number', format: 'unit', params: { base: '%', decimals: 4 } }, ['0.3%']],
    ['a unit', { path: 'number', format: 'unit', params: { base: 'bps' } }, ['3000 bps']],
    ['a duration', { path: 'number', format: 'duration' }, ['00:50:00']],
    ['a date', { path: 'time', format: 'date', params: { encoding: 'timestamp' } }, ['2027-01-15 08:00 UTC']],
    ['a block', { path: 'number', format: 'date', params: { encoding: 'blockheight' } }, ['Block 3000']],
    ['a chain', { path: 'number', format: 'chainId' }, ['Ethereum'], { number: 1n }],
    ['another chain', { path: 'number', format: 'chainId' }, ['Chain 3000']],
    ['a token', { path: 'tokens.[0]', format: 'tokenTicker' }, [`DUSD (${dusd})`]],
    ['an enum without the value', { path: 'number', format: 'enum', params: { $ref: '$.metadata.enums.x' } }, ['3000']],
    [
      'an amount above a threshold',
      {
        path: 'number',
        format: 'tokenAmount',
        params: { token: dusd, threshold: '$.metadata.constants.top', message: 'All' },
      },
      ['All DUSD'],
      { more: constants },
    ],
    [
      'an amount below it',
      { path: 'number', format: 'tokenAmount', params: { token: '$.metadata.constants.dusd', threshold: '0x0bb9' } },
      ['0.003 DUSD'],
      { more: constants },
    ],
    [
      'an amount of no token',
      { path: 'number', format: 'tokenAmount' },
      ['3000 of its smallest unit; its decimals aren’t known'],
    ],
    [
      'an amount on another chain',
      { path: 'number', format: 'tokenAmount', params: { token: dusd, chainId: 10 } },
      ['3000 of its smallest unit; its decimals aren’t known'],
    ],
    [
      'each of a list with its own token',
      { path: 'sums.[]', format: 'tokenAmount', params: { tokenPath: 'tokens.[]' } },
      ['3 DUSD', '4 DUSD'],
    ],
    ['some of a list', { path: 'sums.[1:]', format: 'tokenAmount', params: { tokenPath: 'tokens.[-1]' } }, ['4 DUSD']],
    ['a format that isn’t known', { path: 'number', format: 'poem' }, ['3000']],
    ['what is encrypted', { path: 'number', format: 'amount', encryption: { scheme: 'x' } }, ['3000']],
    ['what is never shown', { path: 'number', visible: 'never' }, []],
    ['what is hidden for a value', { path: 'number', visible: { ifNotIn: ['3000'] } }, []],
    ['what is hidden for another', { path: 'number', visible: { ifNotIn: ['0'] } }, ['3000']],
    ['what has to be so', { path: 'number', visible: { mustMatch: [3000] } }, []],
  ])('says %s', async (_what, field, said, over = {}) => {
    expect(await sayField(field, over)).toEqual(said)
  })

  test('of a map says what stands there for a key', async () => {
    const maps = { metadata: { maps: { underlying: { values: { 1: dusd } } } } }
    const params = { token: { map: '$.metadata.maps.underlying', keyPath: '@.chainId' } }
    expect(await sayField({ path: 'number', format: 'tokenAmount', params }, { more: maps })).toEqual(['0.003 DUSD'])
  })

  test('of a group is said for each of a list, by paths from there; by a definition, with what it changes', async () => {
    const part = { path: 'amount', label: 'L', format: 'tokenAmount', params: { tokenPath: 'token', ...native } }
    expect(await sayField({ path: 'parts.[]', fields: [part] }, { more: constants })).toEqual(['1 DUSD', '2 ETH'])
    const display = { definitions: { sum: { label: 'D', format: 'unit', params: { base: 'x', decimals: 3 } } } }
    const field = { path: 'number', $ref: '$.display.definitions.sum', params: { base: 'y' } }
    expect(await sayField(field, { more: { display } })).toEqual(['3 y'])
  })

  test.each<[string, object]>([
    ['leads nowhere', { path: 'parts.[2].amount' }],
    ['is a structure', { path: 'parts' }],
    ['is no path', { path: 'sums.[a]' }],
    ['is of the descriptor', { path: '$.metadata.owner' }],
    ['has other tokens than values', { path: 'sums.[1:]', format: 'tokenAmount', params: { tokenPath: 'tokens.[]' } }],
    [
      'is of no map',
      { path: 'number', format: 'tokenAmount', params: { token: { map: '$.metadata.maps.x', keyPath: 'number' } } },
    ],
    ['is of no definition', { path: 'number', $ref: '$.display.definitions.x' }],
    ['has to be another', { path: 'number', visible: { mustMatch: [1, 2] } }],
    ['is a number without being one', { path: 'text', format: 'amount' }],
  ])('that %s says nothing, and nothing of the descriptor is shown', async (_why, field) => {
    expect(await sayField(field)).toBeUndefined()
  })

  test('that refers to itself, or lies too deep, says nothing', async () => {
    const loop = { definitions: { a: { $ref: '$.display.definitions.a', label: 'L' } } }
    expect(
      await sayField({ path: 'number', $ref: '$.display.definitions.a' }, { more: { display: loop } }),
    ).toBeUndefined()
    const deep = Array.from({ length: 8 }).reduce<object>((inner) => ({ fields: [inner] }), {
      path: 'number',
      label: 'L',
    })
    expect(await sayField(deep)).toBeUndefined()
  })
})

describe('data inside of a call', () => {
  const run = 'run(address target,bytes data)'
  const running = (field: object) => descriptorOf({ [run]: { intent: 'Run', fields: [field] } })
  const inner = { path: 'data', label: 'Call', format: 'calldata', params: { calleePath: 'target' } }
  const approve = callOf('approve(address spender,uint256 amount)', [person, 2n ** 256n - 1n])

  test('is read as any other call, and warned of as one', async () => {
    const said = await describeIt(running(inner), { data: callOf(run, [dusd, approve]) })
    expect(said).toMatchObject({ title: 'Run', isDeliberate: true })
    expect(said?.facts).toEqual(
      expect.arrayContaining(['Call inside of it: Allow spending of DUSD', `Spender: ${person}`]),
    )
    expect(said?.warnings).toContainEqual(expect.stringContaining('all of your DUSD'))
  })

  test('that can’t be read, or that the words leave out, takes a step of its own', async () => {
    const unread = await describeIt(running(inner), { data: callOf(run, [dusd, '0xdeadbeef']) })
    expect(unread).toMatchObject({
      isDeliberate: true,
      warnings: [expect.any(String), expect.stringContaining('can’t be read')],
    })
    const hidden = running({ path: 'data', label: 'Data', visible: 'never' })
    const left = await describeIt(hidden, { data: callOf(run, [dusd, approve]) })
    expect(left).toMatchObject({
      isDeliberate: true,
      warnings: [
        expect.any(String),
        expect.stringContaining('don’t explain'),
        expect.stringContaining('leave something out'),
      ],
    })
    expect(await describeIt(hidden, { data: callOf(run, [dusd, '0x']) })).toMatchObject({ isDeliberate: false })
  })
})

describe('typed data', () => {
  const types = {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Vote: [
      { name: 'proposal', type: 'Proposal' },
      { name: 'weight', type: 'uint256' },
    ],
    Proposal: [{ name: 'id', type: 'uint256' }],
  }
  const key = 'Vote(Proposal proposal,uint256 weight)Proposal(uint256 id)'
  const domain = { name: 'Senate', chainId: 1, verifyingContract: contract }
  const asked = {
    ...{ types, primaryType: 'Vote', domain, owner: me, network, readInner },
    message: { proposal: { id: '7' }, weight: 25_000_000, aside: 'not signed' },
  }
  const voting = (more: Record<string, unknown> = {}) => ({
    $schema,
    context: { eip712: { deployments: [{ chainId: 1, address: contract }], domain: { name: 'Senate' }, ...more } },
    metadata: { owner: 'Senate' },
    display: {
      formats: {
        [key]: {
          intent: { Vote: 'on a proposal' },
          fields: [
            { path: 'proposal.id', label: 'Proposal' },
            { path: 'weight', label: 'Weight', format: 'tokenAmount', params: { token: dusd } },
          ],
        },
      },
    },
  })

  test('is said by its domain and its type to the letter', async () => {
    const said = inEnglish(await describeData({ ...asked, descriptors: [voting()] }))
    expect(said).toMatchObject({
      title: 'on a proposal',
      facts: ['Proposal: 7', 'Weight: 25 DUSD', 'In the words of: Senate'],
      isDeliberate: false,
    })
  })

  test.each<[string, Partial<typeof asked>, Record<string, unknown>?]>([
    ['another domain', { domain: { ...domain, name: 'Circus' } }],
    ['another chain', { domain: { ...domain, chainId: 10 } }],
    ['another contract', { domain: { ...domain, verifyingContract: person } }],
    ['a contract that isn’t signed', { types: { ...types, EIP712Domain: types.EIP712Domain.slice(0, 2) } }],
    ['another type of its parts', { types: { ...types, Proposal: [{ name: 'id', type: 'uint128' }] } }],
    ['a value that doesn’t fit', { message: { ...asked.message, weight: -1.5 } }],
    ['another separator', {}, { domainSeparator: keccak256(stringToBytes('other')) }],
    ['no deployment', {}, { deployments: [] }],
  ])('of %s isn’t', async (_of, other, context = {}) => {
    expect(await describeData({ ...asked, ...other, descriptors: [voting(context)] })).toBeUndefined()
  })
})

test.each<[string, string | undefined]>([
  ['transfer(address to,uint256 value)', '0xa9059cbb'],
  ['transfer(address to, uint256 value)', '0xa9059cbb'],
  ['transfer(address,uint256)', '0xa9059cbb'],
  ['deposit()', '0xd0e30db0'],
  ['aggregate3((address target,bool allowFailure,bytes callData)[] calls)', '0x82ad56cb'],
  ['aggregate3(tuple(address target,bool allowFailure,bytes callData)[] calldata calls)', '0x82ad56cb'],
  ['add_liquidity(uint256[3] amounts,uint256 min)', '0x4515cef3'],
  ['transfer(address to,uint value)', undefined],
  ['transfer(address to,uint7 value)', undefined],
  ['transfer(address to', undefined],
  ['transfer(address to) returns (bool)', undefined],
  ['0xa9059cbb', undefined],
  [`f(${'('.repeat(20)}uint256 a${')'.repeat(20)})`, undefined],
])('the key %s is of %s', (key, selector) => {
  expect(readFragment(key)?.selector).toBe(selector)
})

test('a type is written with its parts in their order, whatever holds itself', () => {
  const types = {
    Tree: [
      { name: 'left', type: 'Tree' },
      { name: 'fruit', type: 'Fruit[2][]' },
      { name: 'bark', type: 'Bark' },
    ],
    Fruit: [{ name: 'name', type: 'string' }],
    Bark: [],
  }
  expect(encodedType({ types, primaryType: 'Tree' })).toBe(
    'Tree(Tree left,Fruit[2][] fruit,Bark bark)Bark()Fruit(string name)',
  )
  expect(typeKey(' Tree( Tree left,  Bark bark ) Bark()')).toBe('Tree(Tree left,Bark bark)Bark()')
})
