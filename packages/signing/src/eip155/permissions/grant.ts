import type { ShownRequest } from '@foyer/core/words'
import * as v from 'valibot'
import { type Address, bytesToHex, getAddress, isAddressEqual } from 'viem'
import { numberOf } from '../../contracts/chainNumber.js'
import type { PreparedRequest, SigningAccount } from '../../family.js'
import { refuse, stranger, unfit } from '../../prepare.js'
import { code, words } from '../../sentences.js'
import { without } from '../batch.js'
import { nodeOf } from '../chain.js'
import { type Context, granted } from '../context.js'
import { AddressText } from '../requestParams.js'
import { ableStanding, delegateOf, type Standing } from '../standing.js'
import { prepareSwitchCode, switchedTo } from '../switchCode.js'
import { secondsNow } from '../transaction.js'
import { askedAgain } from '../turn.js'
import { nonceOf } from './accountNonce.js'
import { type AskedPermission, readRequests } from './askedPermission.js'
import { caveatsOf } from './caveats.js'
import { misfitOfCalled, misfitOfToken } from './checked.js'
import { contextOf, type Delegation, delegationPayload, readContext } from './delegation.js'
import { isPaused, isStanding } from './granted.js'
import { contractReadsOf } from './holding.js'
import { isMisfit, type Misfit } from './misfit.js'
import { readOlderRequest } from './olderPermission.js'
import type { Calls } from './permission.js'
import { endingFact, pausedWarnings, readPermissions } from './readPermission.js'

/** A method by which permissions are asked for. */
interface Shape {
  readonly read: (params: unknown, own: Address, now: bigint) => readonly AskedPermission[] | Misfit
  /** Returns the application's result of all answers. */
  readonly write: (answers: readonly unknown[]) => unknown
}

/** `wallet_requestExecutionPermissions` (ERC-7715). */
export const requestPermissions = (context: Context): Promise<PreparedRequest> =>
  grant(context, { read: readRequests, write: (answers) => answers })

/** `wallet_grantPermissions`, as AppKit 1.7.6 asks. */
export const grantPermissions = (context: Context): Promise<PreparedRequest> =>
  grant(context, { read: readOlderRequest, write: ([answer]) => answer })

async function grant(context: Context, shape: Shape): Promise<PreparedRequest> {
  const { host, network, addresses, params } = context
  const { grants, batches } = host
  if (!grants || !batches) return without
  const own = v.safeParse(AddressText, addresses[0])
  if (!own.success) return stranger
  // One time for all that is read and said of it: what begins with the request isn't said to have begun by the time that it is described again.
  const now = secondsNow()
  const asked = shape.read(params, own.output, now)
  if (isMisfit(asked)) return refuse(asked)
  const [first] = asked
  if (!first) return unfit()
  const { account: address } = first.permission
  const account = granted(context, address)
  if (!account || asked.some(({ permission }) => !isAddressEqual(permission.account, address))) return stranger
  if (!batches.asOne)
    return refuse({
      code: 5700,
      message: 'The visitor has chosen an account that is a key alone: nothing enforces permissions of it.',
    })
  if (asked.some(({ chainId }) => chainId !== network.chainId))
    return refuse({ code: 5710, message: 'The permission is for another chain than the request.' })
  const delegate = delegateOf(network)
  if (!delegate) return refuse({ code: 5710, message: 'The account’s permissions aren’t enforced on this network.' })
  if (asked.some(({ permission: { terms } }) => terms.is === 'calls' && isAddressEqual(terms.target, delegate)))
    return unfit('`permission.data.address` acts for the account itself: a permission isn’t granted to call it.')
  const standing = await ableStanding({ network, address, delegate })
  // Another's code would carry none of them out, and isn't replaced because an application asks.
  if (!standing)
    return refuse({
      code: 5700,
      message:
        'Another contract’s code stands at the account’s address on this network, or the network has the wallet’s no more: nothing enforces permissions of it.',
    })
  const wrong = await misfitThere(context, asked)
  if (wrong) return refuse(wrong)
  return askGrant({ context, shape, asked, account, address, delegate, standing, now })
}

/** Why what is asked for can't be granted, as its contracts are now. @throws where a node doesn't answer */
async function misfitThere({ host, network }: Context, asked: readonly AskedPermission[]): Promise<Misfit | undefined> {
  const reads = contractReadsOf(nodeOf(network))
  const tokens = network.tokens.flatMap(({ address }) => (v.is(AddressText, address) ? [getAddress(address)] : []))
  const listedAt = async ({ target: address }: Calls) =>
    (await host.grants?.callable?.({ chainId: network.chainId, address })) ?? []
  const found = await Promise.all(
    asked.map(async ({ permission: { account, terms } }) => {
      if (terms.is === 'calls')
        return misfitOfCalled({ reads, account, calls: terms, tokens, listed: await listedAt(terms) })
      return terms.token === undefined ? undefined : misfitOfToken({ reads, account, token: terms.token })
    }),
  )
  return found.find((each) => each !== undefined)
}

interface Granting {
  readonly context: Context
  readonly shape: Shape
  readonly asked: readonly AskedPermission[]
  readonly account: SigningAccount
  readonly address: Address
  readonly delegate: Address
  readonly standing: Standing
  /** When it was asked for, in seconds since 1970. */
  readonly now: bigint
}

/** Permissions as they are shown and signed; an account without the network's code is switched to it first, by the same approval. */
async function askGrant(granting: Granting): Promise<PreparedRequest> {
  const { context, shape, asked, account, address, delegate, standing, now } = granting
  const { host, network } = context
  const switching =
    standing.is === 'plain' ? await prepareSwitchCode({ network, account, to: 'own', signal: host.signal }) : undefined
  if (switching && switching.kind !== 'ask') return switching
  const [nonce, paused, isSecond] = await Promise.all([
    nonceOf(context, address),
    isPaused(context),
    isGrantedAlready(context, asked),
  ])
  const signing = asked.map(({ permission, answer }) => {
    const delegation: Delegation = {
      ...{ delegate: permission.to, delegator: address, salt: newSalt() },
      caveats: caveatsOf(permission, nonce),
    }
    return { delegation, answer, payload: delegationPayload(delegation, numberOf(network.chainId)) }
  })
  const describe = () => describeGrant({ context, asked, address, now, switching, isSecond, isPaused: paused })
  return {
    kind: 'ask',
    shown: await describe(),
    describe,
    payloads: [...(switching?.payloads ?? []), ...signing.map(({ payload }) => payload)],
    async recheck() {
      const [stands, next, other, wrong] = await Promise.all([
        ableStanding({ network, address, delegate }),
        nonceOf(context, address),
        switching?.recheck?.(),
        misfitThere(context, asked),
      ])
      return stands?.is === standing.is && next === nonce && !other && !wrong
        ? undefined
        : askedAgain(await grant(context, shape))
    },
    async perform() {
      // For one that is answered to no one any more neither the switch is paid for nor anything signed.
      refuseGone(host)
      if (switching) {
        const hash = await switching.perform()
        const standing = await switchedTo({ network, address, hash: String(hash) })
        if (standing?.is !== 'switched')
          throw new Error('The account wasn’t switched to the network’s code: nothing is granted.')
      }
      refuseGone(host)
      const answers: unknown[] = []
      for (const { delegation, answer, payload } of signing) {
        const signed = contextOf({ ...delegation, signature: bytesToHex(await account.sign(payload)) })
        const answered = answer(signed)
        await host.grants?.add({ chainId: network.chainId, context: signed, answer: answered })
        answers.push(answered)
      }
      return shape.write(answers)
    },
  }
}

/** @throws where the application waits no longer */
function refuseGone({ signal }: Context['host']): void {
  if (signal?.aborted) throw new Error('The application waits no longer: nothing is granted.')
}

/** Permissions as the visitor reads them, with what else the approval does. */
async function describeGrant({
  context: { network, peerUrl },
  asked,
  address,
  now,
  switching,
  isSecond,
  isPaused,
}: Pick<Granting, 'context' | 'asked' | 'address' | 'now'> & {
  readonly switching: { readonly shown: ShownRequest } | undefined
  readonly isSecond: boolean
  readonly isPaused: boolean
}): Promise<ShownRequest> {
  const read = await readPermissions(asked.map(({ permission, said }) => ({ permission, said, network, now })))
  const ofSwitch = switching?.shown.facts.filter(({ label }) => saidOfSwitch.includes(label.name)) ?? []
  return {
    ...read,
    act: words('request.act.allow'),
    facts: [
      ...read.facts,
      endingFact(peerUrl),
      ...ofSwitch,
      code('request.from', address),
      { label: words('request.network'), value: network.name },
    ],
    warnings: [
      ...(switching?.shown.warnings ?? []),
      ...(isSecond ? [words('request.warn.grantedAlready')] : []),
      ...read.warnings,
      ...pausedWarnings(isPaused),
    ],
    isDeliberate: isSecond || read.isDeliberate || (switching?.shown.isDeliberate ?? false),
  }
}

const saidOfSwitch: readonly string[] = ['request.newCode', 'request.feeAtMost']

/** Whether a key that is asked for may act for the account already: what it is granted now comes on top. */
async function isGrantedAlready(
  { host: { grants }, network }: Context,
  asked: readonly AskedPermission[],
): Promise<boolean> {
  const all = (await grants?.list()) ?? []
  const found = all.flatMap(({ chainId, context }) => {
    const delegation = chainId === network.chainId ? readContext(context) : undefined
    const isSame = asked.some(
      ({ permission: { account, to } }) =>
        delegation && isAddressEqual(delegation.delegate, to) && isAddressEqual(delegation.delegator, account),
    )
    return delegation && isSame ? [delegation] : []
  })
  const standing = await Promise.all(found.map((delegation) => isStanding({ network, delegation })))
  return standing.includes(true)
}

const newSalt = (): bigint => BigInt(bytesToHex(crypto.getRandomValues(new Uint8Array(32))))
