import { makeAuthInfoBytes, Registry } from '@cosmjs/proto-signing'
import { drawnRequest, headlineSentences, ownAccountSentences, requestSentences } from '@foyer/core/messages'
import { GenericAuthorization } from 'cosmjs-types/cosmos/authz/v1beta1/authz'
import { MsgGrant, MsgRevoke } from 'cosmjs-types/cosmos/authz/v1beta1/tx'
import { SendAuthorization } from 'cosmjs-types/cosmos/bank/v1beta1/authz'
import { MsgMultiSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { MsgSetWithdrawAddress, MsgWithdrawDelegatorReward } from 'cosmjs-types/cosmos/distribution/v1beta1/tx'
import { BasicAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/feegrant'
import { MsgGrantAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/tx'
import { MsgDeposit, MsgVote } from 'cosmjs-types/cosmos/gov/v1beta1/tx'
import { MsgBeginRedelegate, MsgDelegate, MsgUndelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import { MsgExecuteContract } from 'cosmjs-types/cosmwasm/wasm/v1/tx'
import { MsgTransfer } from 'cosmjs-types/ibc/applications/transfer/v1/tx'
import { expect, test } from 'vitest'
import { describeCosmos, levelOf } from './index.js'

// What is read of messages that are no payments, as the official library writes them and as JSON.

const network = {
  chainId: 'cosmos:foyer-1',
  name: 'Foyer Cosmos',
  currency: { symbol: 'ATOM', decimals: 6 },
  rpcUrl: 'http://127.0.0.1:1',
  tokens: [],
}
const own = 'cosmos1tp7fhly84qm6q4hhzmp0nh5frtdugmysu2r4sf'
const to = 'cosmos1w508d6qejxtdg4y5r3zarvary0c5xw7k6ah60c'
const [validator, other] = ['cosmosvaloper1first', 'cosmosvaloper1other']
const types = {
  ...{ MsgGrant, MsgRevoke, MsgMultiSend, MsgWithdrawDelegatorReward, MsgGrantAllowance, MsgVote, MsgDeposit },
  ...{ MsgBeginRedelegate, MsgDelegate, MsgUndelegate, MsgExecuteContract, MsgTransfer, MsgSetWithdrawAddress },
}
const registry = new Registry(Object.values(types).map((type) => [type.typeUrl, type]))
const atom = (amount: string) => ({ denom: 'uatom', amount })
const written = (value: object) => Buffer.from(JSON.stringify(value))

interface Message {
  readonly typeUrl: string
  readonly value: object
}
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const fee = [atom('2500')]
function direct(...messages: readonly Message[]) {
  const key = { typeUrl: '/cosmos.crypto.secp256k1.PubKey', value: new Uint8Array() }
  const info = makeAuthInfoBytes([{ pubkey: key, sequence: 3 }], fee, 100_000, undefined, undefined)
  const bodyBytes = base64(registry.encodeTxBody({ messages: [...messages], memo: '' }))
  const signDoc = { chainId: 'foyer-1', accountNumber: '7', bodyBytes, authInfoBytes: base64(info) }
  return { method: 'cosmos_signDirect', params: { signerAddress: own, signDoc } }
}
const amino = (type: string, value: object) => ({
  method: 'cosmos_signAmino',
  params: {
    signerAddress: own,
    signDoc: {
      ...{ chain_id: 'foyer-1', account_number: '7', sequence: '3', memo: '' },
      ...{ fee: { amount: fee, gas: '100000' }, msgs: [{ type, value }] },
    },
  },
})

const sentences = { ...requestSentences, ...ownAccountSentences, ...headlineSentences }
interface Asked {
  readonly method: string
  readonly params: unknown
}
const described = async (request: Asked) =>
  (await describeCosmos({ ...request, network, peerUrl: 'https://dapp.example', now: 0n })) ?? expect.fail()
async function said(request: Asked) {
  const shown = await described(request)
  const say = (name: keyof typeof sentences, values: Readonly<Record<string, string>>) =>
    sentences[name].replace(/\{(\w+)\}/g, (_, place: string) => values[place] ?? '')
  const { headline } = drawnRequest(shown, { say, locale: 'en' })
  const warnings = shown.warnings.map(({ name }) => name.replace('request.warn.', '')).join(' ')
  const text = headline.map((part) => part.text.replaceAll('\u00a0', ' ')).join('')
  return `${levelOf(shown)}: ${text} | ${warnings}`
}

const transfer = (memo: string, token = atom('1500000')): Message => ({
  typeUrl: MsgTransfer.typeUrl,
  value: MsgTransfer.fromPartial({
    ...{ sourcePort: 'transfer', sourceChannel: 'channel-1', sender: own, receiver: to, token, memo },
  }),
})
const grant = (authorization: Message, seconds?: bigint): Message => ({
  typeUrl: MsgGrant.typeUrl,
  value: {
    ...{ granter: own, grantee: to },
    grant: { authorization, ...(seconds && { expiration: { seconds, nanos: 0 } }) },
  },
})
const generic = (msg: string, seconds?: bigint) =>
  grant({ typeUrl: GenericAuthorization.typeUrl, value: GenericAuthorization.encode({ msg }).finish() }, seconds)
const limited = (...spendLimit: ReturnType<typeof atom>[]) =>
  grant({
    typeUrl: SendAuthorization.typeUrl,
    value: SendAuthorization.encode({ spendLimit, allowList: [] }).finish(),
  })
const feesOf = (...spendLimit: ReturnType<typeof atom>[]): Message => ({
  typeUrl: MsgGrantAllowance.typeUrl,
  value: {
    ...{ granter: own, grantee: to },
    allowance: { typeUrl: BasicAllowance.typeUrl, value: BasicAllowance.encode({ spendLimit }).finish() },
  },
})
const staked = (typeUrl: string, more: object = { validatorAddress: validator }): Message => ({
  typeUrl,
  value: { delegatorAddress: own, ...more, amount: atom('2000000') },
})
const execute = (msg: object, ...funds: ReturnType<typeof atom>[]): Message => ({
  typeUrl: MsgExecuteContract.typeUrl,
  value: { sender: own, contract: 'cosmos1contract', msg: written(msg), funds },
})
const several: Message = {
  typeUrl: MsgMultiSend.typeUrl,
  value: {
    inputs: [{ address: own, coins: [atom('3000000')] }],
    outputs: [
      { address: to, coins: [atom('1000000')] },
      { address: 'cosmos1other', coins: [atom('2000000')] },
    ],
  },
}
const redelegation = { validatorSrcAddress: validator, validatorDstAddress: other }
const vote = (option: number, voter = own): Message => ({
  typeUrl: MsgVote.typeUrl,
  value: { proposalId: 12n, voter, option },
})
const earningsTo = (withdrawAddress: string): Message => ({
  typeUrl: MsgSetWithdrawAddress.typeUrl,
  value: { delegatorAddress: own, withdrawAddress },
})
const deposit: Message = {
  typeUrl: MsgDeposit.typeUrl,
  value: { proposalId: 12n, depositor: own, amount: [atom('1000000')] },
}

test.each([
  [
    'a transfer to another chain',
    [transfer('')],
    'plain: You give 1.5 ATOM to cosm…6ah60c. It goes to another network. | ',
  ],
  [
    ...(['with a message', [transfer('{"forward":{}}')]] as const),
    'deliberate: You give 1.5 ATOM to cosm…6ah60c. A contract that we could not check is called with it. Data of 14 bytes, which we could not read, goes with it. It goes to another network. | receiverCalled receiverData',
  ],
  ['several payments in one', [several], 'plain: You give 1 ATOM to cosm…6ah60c. You give 2 ATOM to cosm…1other. | '],
  [
    'a stake',
    [staked(MsgDelegate.typeUrl)],
    'plain: You stake 2 ATOM with cosm…1first. It is locked until you deactivate it. | ',
  ],
  [
    'a stake that is moved',
    [staked(MsgBeginRedelegate.typeUrl, redelegation)],
    'plain: 2 ATOM stays staked, with cosm…1other from then on. | ',
  ],
  [
    'the end of a stake',
    [staked(MsgUndelegate.typeUrl)],
    'plain: You stop staking 2 ATOM. It is free after the network’s waiting time, and earns nothing until then. | ',
  ],
  [
    'a power to do anything of a kind',
    [generic('/cosmos.bank.v1beta1.MsgSend')],
    'deliberate: cosm…6ah60c may take all of your tokens, now and later. Nothing moves now. It has no end. | spenderAll',
  ],
  [
    'a power of another kind, until a time',
    [generic('/cosmos.staking.v1beta1.MsgDelegate', 2_115_360_000n)],
    'deliberate: cosm…6ah60c decides over an account of yours. | controller',
  ],
  [
    'a power to pay up to a limit',
    [limited(atom('5000000'))],
    'deliberate: cosm…6ah60c may take up to 5 ATOM. Nothing moves now. It has no end. | spenderSome',
  ],
  [
    'a fee allowance without a limit',
    [feesOf()],
    'deliberate: cosm…6ah60c may take all of your tokens, now and later. Nothing moves now. It has no end. | spenderAll',
  ],
  [
    'a fee allowance',
    [feesOf(atom('1000000'))],
    'careful: cosm…6ah60c may take up to 1 ATOM. Nothing moves now. It has no end. | spenderSome',
  ],
  [
    'coins to a contract',
    [execute({ swap: {} }, atom('7000000'))],
    'deliberate: You give 7 ATOM to cosm…ntract. The rest could not be checked. | unreadCall',
  ],
  [
    'a contract’s token',
    [execute({ transfer: { recipient: to, amount: '5' } })],
    'careful: You give some of a token that we could not read (cosm…ntract) to cosm…6ah60c. | unreadToken',
  ],
  [
    'a tag of an exchange’s',
    [transfer('12345')],
    'plain: You give 1.5 ATOM to cosm…6ah60c. It goes to another network. | ',
  ],
  [
    'what is passed on',
    [transfer(JSON.stringify({ forward: { receiver: 'juno1far', port: 'transfer', channel: 'channel-9' } }))],
    'deliberate: You give 1.5 ATOM to cosm…6ah60c. It goes to another network. From there it goes on to juno1far. | forOther',
  ],
  [
    'what is passed on twice',
    [
      transfer(
        JSON.stringify({ forward: { receiver: 'pfm', next: JSON.stringify({ forward: { receiver: 'juno1far' } }) } }),
      ),
    ],
    'deliberate: You give 1.5 ATOM to cosm…6ah60c. It goes to another network. From there it goes on to juno1far. | forOther',
  ],
  [
    'what is passed on to a contract',
    [transfer(JSON.stringify({ forward: { receiver: 'osmo1far', next: { wasm: { contract: 'osmo1c' } } } }))],
    'deliberate: You give 1.5 ATOM to cosm…6ah60c. A contract that we could not check is called with it. Data of 73 bytes, which we could not read, goes with it. It goes to another network. From there it goes on to osmo1far. | forOther receiverCalled receiverData',
  ],
  [
    'a contract’s token that is sent to another contract',
    [execute({ send: { contract: to, amount: '5', msg: '' } })],
    'deliberate: You give some of a token that we could not read (cosm…ntract) to cosm…6ah60c. A contract that we could not check is called with it. | unreadToken receiverCalled',
  ],
  [
    'a contract’s token that is sent with a message',
    [execute({ send: { contract: to, amount: '5', msg: 'eyJhIjoxfQ==' } })],
    expect.stringContaining('Data of 7 bytes, which we could not read, goes with it.'),
  ],
  [
    'a contract’s call that isn’t read',
    [execute({ bond: {} })],
    'deliberate: You sign something that we could not check. | unreadCall',
  ],
  ['a vote', [vote(3)], 'plain: Your vote on the proposal 12: Against. | '],
  ['a veto', [vote(4)], 'plain: Your vote on the proposal 12: Against, with a veto. | '],
  ['a vote of no known kind', [vote(5)], 'deliberate: You sign something that we could not check. | unreadCall'],
  ['another’s vote', [vote(1, to)], 'deliberate: You sign something that we could not check. | unreadCall'],
  [
    'a vote beside a gift',
    [vote(1), transfer('')],
    'plain: You give 1.5 ATOM to cosm…6ah60c. Your vote on the proposal 12: For. It goes to another network. | ',
  ],
  [
    'to whom go what stakes earn',
    [earningsTo(to)],
    'deliberate: cosm…6ah60c gets what your stake earns, from then on. | earnings',
  ],
  ['back to the account', [earningsTo(own)], 'plain: This account gets what your stake earns, from then on. | '],
  [
    'back to the account in capitals',
    [earningsTo(own.toUpperCase())],
    'plain: This account gets what your stake earns, from then on. | ',
  ],
  ['the account’s own vote in capitals', [vote(1, own.toUpperCase())], 'plain: Your vote on the proposal 12: For. | '],
  ['what isn’t read', [deposit], 'deliberate: You sign something that we could not check. | unreadCall'],
  [
    'a gift beside what can’t be read',
    [deposit, transfer('')],
    'deliberate: You give 1.5 ATOM to cosm…6ah60c. The rest could not be checked. It goes to another network. | unreadCall',
  ],
  [
    'a power beside a gift',
    [transfer(''), generic('/cosmos.staking.v1beta1.MsgDelegate')],
    'deliberate: cosm…6ah60c decides over an account of yours. You give 1.5 ATOM to cosm…6ah60c. It has no end. It goes to another network. | controller',
  ],
])('%s is said, and takes what it is worth', async (_, messages, wanted) => {
  expect(await said(direct(...messages))).toEqual(wanted)
})

// Chains that pass it on read its names in any case, and the last of two.
test.each([
  '{"forward":{"receiver":"juno1far","RECEIVER":"juno1thief"}}',
  '{"forward":{"receiver":"juno1far","receiver":"juno1thief"}}',
  '{"forward":{"RECEIVER":"juno1thief"}}',
  '{"forward":{"receiver":"juno1far","Next":{"forward":{"receiver":"juno1thief"}}}}',
  '{"forward":{"receiver":"juno1far"},"FORWARD":{"receiver":"juno1thief"}}',
  '{"forward":{"receiver":"juno1pass","next":"{\\"forward\\":{\\"receiver\\":\\"juno1far\\",\\"RECEIVER\\":\\"juno1thief\\"}}"}}',
])('a memo with names in other letters or twice is unread, and says so: %s', async (memo) => {
  expect(await said(direct(transfer(memo)))).toMatch(/receiverCalled receiverData$/)
})

test('what stakes have earned goes where that was set to go, which the message doesn’t say', async () => {
  const value = { delegatorAddress: own, validatorAddress: validator }
  const { facts } = await described(direct({ typeUrl: MsgWithdrawDelegatorReward.typeUrl, value }))
  expect(facts).toContainEqual({
    label: { name: 'request.goesTo', values: {} },
    value: { name: 'request.earningsTo', values: {} },
  })
})

const aminoStake = { delegator_address: own, validator_address: validator, amount: atom('2000000') }
test.each([
  ['cosmos-sdk/MsgDelegate', aminoStake, 'plain: You stake 2 ATOM'],
  ['cosmos-sdk/MsgDelegate', { ...aminoStake, more: 1 }, 'deliberate: You sign something'],
  ['cosmos-sdk/MsgDelegate', { ...aminoStake, delegator_address: to }, 'deliberate: You sign something'],
  [
    'cosmos-sdk/MsgTransfer',
    { source_port: 'transfer', source_channel: 'channel-1', token: atom('1'), sender: own, receiver: to },
    'plain: You give 0.000001 ATOM to',
  ],
  ['cosmos-sdk/MsgVote', { proposal_id: '12', voter: own, option: 1 }, 'plain: Your vote on the proposal 12: For.'],
  [
    'cosmos-sdk/v1/MsgVote',
    { proposal_id: '12', voter: own, option: 2, metadata: '' },
    'plain: Your vote on the proposal 12: Abstain.',
  ],
  [
    'cosmos-sdk/MsgModifyWithdrawAddress',
    { delegator_address: own, withdraw_address: to },
    'deliberate: cosm…6ah60c gets what your stake earns, from then on.',
  ],
  [
    'cosmos-sdk/MsgGrant',
    {
      ...{ granter: own, grantee: to },
      grant: { authorization: { type: 'cosmos-sdk/GenericAuthorization', value: { msg: '/any' } } },
    },
    'deliberate: cosm…6ah60c decides over an account of yours.',
  ],
  [
    'wasm/MsgExecuteContract',
    { sender: own, contract: 'cosmos1contract', msg: { transfer: { recipient: to, amount: '5' } }, funds: [] },
    'careful: You give some of a token',
  ],
])('as JSON %s reads the same: %#', async (type, value, wanted) => {
  expect(await said(amino(type, value))).toContain(wanted)
})
