import * as v from 'valibot'
import { type Address, type DecodeFunctionDataReturnType, isAddressEqual } from 'viem'
import { signedDomain, signedPart } from '../contracts/signedPart.js'
import { isSame, limitOf, nameOf, readToken, tokenFacts, tokenWarnings } from '../contracts/tokens.js'
import { code, words } from '../sentences.js'
import { address, bool, call, uint } from './abis.js'
import { type Called, decodeCall, type ReadCall, said } from './called.js'
import { flow } from './flow.js'
import type { MoreCalled } from './moreCalled.js'
import { readHandOver } from './nftCalls.js'
import { withRest } from './readCall.js'
import { AddressText, Uint } from './requestParams.js'
import { type AskedSignature, type KnownSignature, untilFact } from './signature.js'

const operator = address('operator')
const isLet = bool('isLet')

/**
 * Whom an account lets act for it at a contract, with all that it has there: ERC-6909 and ERC-7540, Morpho, Compound III, Maker's accounts and Euler's; and whom it
 * lets borrow, and owes for (Aave).
 */
const abi = [
  call('setOperator', [operator, isLet]),
  call('setAuthorization', [operator, isLet]),
  call('allow', [operator, isLet]),
  call('setAccountOperator', [address('account'), operator, isLet]),
  call('hope', [operator]),
  call('nope', [operator]),
  call('approveDelegation', [operator, uint('amount')]),
] as const

/** Reads who may act for the account at a contract; undefined for every other call. */
export async function readPowers({ data, inside: _inside, ...called }: MoreCalled): Promise<ReadCall | undefined> {
  const decoded = decodeCall(abi, data)
  if (!decoded) return undefined
  return withRest({ read: await describe(decoded.call, called), called, unused: decoded.unused })
}

function describe(asked: DecodeFunctionDataReturnType<typeof abi>, called: Called): Promise<ReadCall> {
  switch (asked.functionName) {
    case 'setOperator':
      return readHandOver(asked.args, called)
    case 'setAuthorization':
    case 'allow':
      return acting(asked.args, called)
    case 'setAccountOperator': {
      const [account, ...power] = asked.args
      return ofAccount(account, acting(power, called), called)
    }
    case 'hope':
    case 'nope':
      return acting([asked.args[0], asked.functionName === 'hope'], called)
    case 'approveDelegation':
      return borrowing(asked.args, called)
  }
}

/** Reads a power to do at a contract whatever the account may; one that is taken back is said as of every operator. */
async function acting(power: readonly [Address, boolean], called: Called): Promise<ReadCall> {
  const read = await readHandOver(power, called)
  if (!power[1]) return read
  return {
    ...read,
    title: words('request.letAct'),
    facts: read.facts.filter(({ label }) => label.name !== 'request.atStake'),
    warnings: [words('request.warn.acts'), ...read.warnings.filter(({ name }) => name !== 'request.warn.collection')],
  }
}

const Signed = v.union([
  v.strictObject({ owner: AddressText, manager: AddressText, isAllowed: v.boolean(), nonce: Uint, expiry: Uint }),
  v.pipe(
    v.strictObject({
      ...{ authorizer: AddressText, authorized: AddressText, isAuthorized: v.boolean(), nonce: Uint, deadline: Uint },
    }),
    v.transform(({ authorizer: owner, authorized: manager, isAuthorized: isAllowed, deadline: expiry }) => ({
      ...{ owner, manager, isAllowed, expiry },
    })),
  ),
])

/** Says who may act for the account by a signature (Compound III, Morpho); undefined where it isn't one of these, or of another account's. */
export async function readSignedPower({
  data: { types, primaryType, message, domain },
  owner,
  network,
  now,
}: AskedSignature): Promise<KnownSignature | undefined> {
  const contract = v.safeParse(AddressText, signedDomain(types, domain).verifyingContract)
  const signed = v.safeParse(Signed, signedPart(types, primaryType, message))
  if (!contract.success || !signed.success || !isSame(signed.output.owner, owner)) return undefined
  const { manager, isAllowed, expiry: until } = signed.output
  const read = await acting([manager, isAllowed], { to: contract.output, from: owner, value: 0n, network })
  return {
    ...read,
    facts: [...read.facts, untilFact({ until, now }, 'request.onceUntil')],
    warnings: [words('request.warn.bearer'), ...read.warnings],
    isTakenBack: !isAllowed,
  }
}

/** Adds which of an owner's accounts it is, where it isn't the one of the same address. */
async function ofAccount(account: Address, asked: Promise<ReadCall>, { from }: Called): Promise<ReadCall> {
  const read = await asked
  return isAddressEqual(account, from) ? read : { ...read, facts: [code('request.account', account), ...read.facts] }
}

/**
 * Reads an allowance to borrow: the account has to repay it, and its deposits are the security; taking it back moves
 * nothing either.
 */
async function borrowing([borrower, sum]: readonly [Address, bigint], { to, network }: Called): Promise<ReadCall> {
  const token = await readToken(network, to)
  if (sum === 0n) {
    return said(
      words('request.disallow', { token: nameOf(token) }),
      [code('request.spender', borrower), ...tokenFacts(token)],
      {
        flow: flow({}),
      },
    )
  }
  return said(
    words('request.letBorrow'),
    [
      limitOf(sum, token),
      code('request.spender', borrower),
      { label: words('request.movesNow'), value: words('request.nothing') },
      ...tokenFacts(token),
    ],
    { warnings: [words('request.warn.borrow'), ...tokenWarnings(token)], isDeliberate: true, flow: flow({}) },
  )
}
