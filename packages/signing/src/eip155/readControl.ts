import type { Fact, RequestSentence, Words } from '@foyer/core/words'
import {
  type Address,
  concat,
  type DecodeFunctionDataReturnType,
  type Hex,
  isAddressEqual,
  isHex,
  keccak256,
  toHex,
  zeroAddress,
} from 'viem'
import { isKnownContract } from '../contracts/tokens.js'
import { code, words } from '../sentences.js'
import { address, bytes, call, typed, uint } from './abis.js'
import { contractFact, decodeCall, type ReadCall, said, wordWarnings } from './called.js'
import type { MoreCalled } from './moreCalled.js'
import { withRest } from './readCall.js'

const [role, node, lasting] = [typed('bytes32')('role'), typed('bytes32')('node'), typed('uint64')('lasting')]

/**
 * The calls that change a contract's control: a proxy's code and its administrator, an owner, who has a role
 * (OpenZeppelin's, by its proxies, their administrators, `AccessControl` and `Pausable`), who decides over a Safe, and
 * over a name (ENS).
 */
const controlAbi = [
  call('upgradeTo', [address('code')]),
  call('upgradeToAndCall', [address('code'), bytes('data')]),
  call('upgrade', [address('proxy'), address('code')]),
  call('upgradeAndCall', [address('proxy'), address('code'), bytes('data')]),
  call('changeAdmin', [address('owner')]),
  call('setAdmin', [address('owner')]),
  call('transferAdmin', [address('owner')]),
  call('changeProxyAdmin', [address('proxy'), address('owner')]),
  call('transferOwnership', [address('owner')]),
  call('setOwner', [address('owner')]),
  call('changeOwner', [address('owner')]),
  call('acceptOwnership', []),
  call('renounceOwnership', []),
  call('beginDefaultAdminTransfer', [address('owner')]),
  call('acceptDefaultAdminTransfer', []),
  call('pause', []),
  call('unpause', []),
  call('grantRole', [role, address('account')]),
  call('revokeRole', [role, address('account')]),
  call('renounceRole', [role, address('account')]),
  call('addOwnerWithThreshold', [address('owner'), uint('threshold')]),
  call('removeOwner', [address('before'), address('owner'), uint('threshold')]),
  call('swapOwner', [address('before'), address('owner'), address('newOwner')]),
  call('changeThreshold', [uint('threshold')]),
  call('enableModule', [address('module')]),
  call('disableModule', [address('before'), address('module')]),
  call('setGuard', [address('guard')]),
  call('setModuleGuard', [address('guard')]),
  call('setFallbackHandler', [address('handler')]),
  call('changeMasterCopy', [address('code')]),
  call('approveHash', [typed('bytes32')('hash')]),
  call('setOwner', [node, address('owner')]),
  call('setSubnodeOwner', [node, typed('bytes32')('label'), address('owner')]),
  call('setSubnodeOwner', [node, typed('string')('label'), address('owner'), typed('uint32')('fuses'), lasting]),
  call('setSubnodeRecord', [node, typed('bytes32')('label'), address('owner'), address('resolver'), lasting]),
  call('setRecord', [node, address('owner'), address('resolver'), lasting]),
  call('reclaim', [uint('name'), address('owner')]),
  call('setResolver', [node, address('resolver')]),
  call('setAddr', [node, address('account')]),
] as const

/** Reads what hands a contract over, in whole or in part; undefined for every other call. */
export async function readControl({ data, inside: _inside, ...called }: MoreCalled): Promise<ReadCall | undefined> {
  const decoded = decodeCall(controlAbi, data)
  if (!decoded) return undefined
  const { title, facts, warning, own, resolver } = describe(decoded.call)
  const contract = facts.some(({ label }) => label.name === 'request.contract') ? [] : [contractFact(called)]
  // What of a name stays with the account hands nothing over, at a contract that is known.
  const isLed = resolver !== undefined && !isKnownContract(called.network, resolver)
  const isKept = own !== undefined && isAddressEqual(own, called.from) && !isLed
  const read = said(title, [...facts, ...contract], {
    warnings: isKept ? wordWarnings(called) : [warning],
    isDeliberate: !isKept || !isKnownContract(called.network, called.to),
  })
  return withRest({ read, called, unused: decoded.unused })
}

interface Control {
  readonly title: Words
  readonly facts: readonly Fact[]
  readonly warning: Words
  /** The owner of a name from then on, or the address that it leads to. */
  readonly own?: Address
  /** The contract that tells where it leads. */
  readonly resolver?: Address
}

const upgrade = (facts: readonly Fact[]): Control => ({
  ...{ title: words('request.upgrade'), facts, warning: words('request.warn.upgrade') },
})
/** To whom: by the zero address it is given up. */
function handOver(to: Address | 'me', more: readonly Fact[] = []): Control {
  const isNobody = to !== 'me' && isAddressEqual(to, zeroAddress)
  const owner: Fact =
    to === 'me' || isNobody
      ? { label: words('request.goesTo'), value: words(isNobody ? 'request.nobody' : 'request.thisAccount') }
      : code('request.goesTo', to)
  return {
    title: words('request.handOverContract'),
    facts: [owner, ...more],
    warning: words(isNobody ? 'request.warn.noOwner' : 'request.warn.ownership'),
  }
}

type AskedControl = DecodeFunctionDataReturnType<typeof controlAbi>

function describe(control: AskedControl): Control {
  switch (control.functionName) {
    case 'upgradeTo':
    case 'changeMasterCopy':
      return upgrade([code('request.newCode', control.args[0])])
    case 'upgradeToAndCall':
      return upgrade([code('request.newCode', control.args[0]), ...initial(control.args[1])])
    case 'upgrade':
      return upgrade([code('request.newCode', control.args[1]), code('request.contract', control.args[0])])
    case 'upgradeAndCall': {
      const [proxy, implementation, data] = control.args
      return upgrade([code('request.newCode', implementation), code('request.contract', proxy), ...initial(data)])
    }
    case 'changeAdmin':
    case 'changeOwner':
    case 'setAdmin':
    case 'transferAdmin':
    case 'transferOwnership':
    case 'beginDefaultAdminTransfer':
      return handOver(control.args[0])
    case 'setOwner':
      return control.args.length === 1
        ? handOver(control.args[0])
        : ofName('request.handOverName', control.args[0], control.args[1])
    case 'setSubnodeOwner': {
      const [parent, label, owner] = control.args
      return ofName('request.handOverName', namedUnder(parent, label), owner)
    }
    case 'setSubnodeRecord': {
      const [parent, label, owner, resolver] = control.args
      return leading(ofName('request.handOverName', namedUnder(parent, label), owner), resolver)
    }
    case 'setRecord':
      return leading(ofName('request.handOverName', control.args[0], control.args[1]), control.args[2])
    case 'reclaim':
      return ofName('request.handOverName', control.args[0], control.args[1])
    case 'setResolver':
    case 'setAddr':
      return ofName('request.nameLeads', control.args[0], control.args[1])
    case 'changeProxyAdmin':
      return handOver(control.args[1], [code('request.contract', control.args[0])])
    case 'acceptOwnership':
    case 'acceptDefaultAdminTransfer':
      return handOver('me')
    case 'renounceOwnership':
      return handOver(zeroAddress)
    case 'pause':
    case 'unpause':
      return { title: words(`request.${control.functionName}`), facts: [], warning: words('request.warn.pause') }
    case 'grantRole':
      return ofRole('request.grantRole', control.args)
    case 'revokeRole':
    case 'renounceRole':
      return ofRole('request.revokeRole', control.args)
    default:
      return describeSafe(control)
  }
}

type OfSafe = Extract<
  AskedControl,
  {
    readonly functionName:
      | 'approveHash'
      | 'addOwnerWithThreshold'
      | 'removeOwner'
      | 'swapOwner'
      | 'changeThreshold'
      | 'enableModule'
      | 'disableModule'
      | 'setGuard'
      | 'setModuleGuard'
      | 'setFallbackHandler'
  }
>

/** A Safe's calls about its own owners, modules and guards. */
function describeSafe(control: OfSafe): Control {
  switch (control.functionName) {
    case 'approveHash':
      return {
        ...{ title: words('request.bySafe'), facts: [code('request.signed', control.args[0])] },
        warning: words('request.warn.hash'),
      }
    case 'addOwnerWithThreshold':
      return ofSafe([code('request.newOwner', control.args[0]), needed(control.args[1])])
    case 'removeOwner':
      return ofSafe([code('request.oldOwner', control.args[1]), needed(control.args[2])])
    case 'swapOwner':
      return ofSafe([code('request.newOwner', control.args[2]), code('request.oldOwner', control.args[1])])
    case 'changeThreshold':
      return ofSafe([needed(control.args[0])])
    case 'enableModule':
      return ofSafe([code('request.module', control.args[0])], 'request.warn.safeModule')
    case 'disableModule':
      return ofSafe([code('request.oldModule', control.args[1])])
    case 'setGuard':
    case 'setModuleGuard':
      return ofSafe([orNone('request.guard', control.args[0])], 'request.warn.safeGuard')
    case 'setFallbackHandler':
      return ofSafe([orNone('request.handler', control.args[0])], 'request.warn.safeHandler')
  }
}

/** A name by what contracts have of it, its hash or number. */
const ofName = (title: 'request.handOverName' | 'request.nameLeads', name: string | bigint, own: Address): Control => ({
  ...{ title: words(title), facts: [code('request.name', `${name}`), code('request.goesTo', own)], own },
  warning: words(title === 'request.nameLeads' ? 'request.warn.namePaid' : 'request.warn.nameGoes'),
})

/** Says as well which contract tells from then on where a name leads. */
const leading = (control: Control, resolver: Address): Control => ({
  ...control,
  facts: [...control.facts, code('request.nameLeads', resolver)],
  resolver,
})

/** One beneath another, by its label or that one's hash. */
const namedUnder = (parent: Hex, label: string): string =>
  keccak256(concat([parent, isHex(label) && label.length === 66 ? label : keccak256(toHex(label))]))

const ofSafe = (facts: readonly Fact[], warning: RequestSentence = 'request.warn.safeOwner'): Control => ({
  ...{ title: words('request.safeOwners'), facts, warning: words(warning) },
})
/** Returns the fact of an address in control; the zero address takes it away. */
const orNone = (label: RequestSentence, contract: Address): Fact =>
  isAddressEqual(contract, zeroAddress)
    ? { label: words(label), value: words('request.nobodyNow') }
    : code(label, contract)
const needed = (count: bigint): Fact => ({ label: words('request.threshold'), value: `${count}` })

/** Returns the data that the new code is called with at once, as a fact. */
const initial = (data: Hex): readonly Fact[] => (data === '0x' ? [] : [code('request.data', data)])

const ofRole = (
  title: 'request.grantRole' | 'request.revokeRole',
  [name, account]: readonly [Hex, `0x${string}`],
): Control => ({
  title: words(title),
  facts: [
    // The role that gives and takes all others.
    BigInt(name) === 0n
      ? { label: words('request.role'), value: words('request.roleOfAll') }
      : code('request.role', name),
    code(title === 'request.grantRole' ? 'request.goesTo' : 'request.account', account),
  ],
  warning: words('request.warn.role'),
})
