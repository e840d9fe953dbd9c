import { lowerHex, type Selector, selectorIn } from '@foyer/core/chain'
import { toFunctionSelector } from 'viem'

const selectorOf = (signature: string): Selector | undefined => selectorIn(lowerHex(toFunctionSelector(signature)))
const all = (...signatures: readonly string[]): ReadonlySet<Selector | undefined> => new Set(signatures.map(selectorOf))

/** Functions that move tokens or let others move them: at whatever contract, as one may turn out to be a token later. */
export const handingOver: ReadonlySet<Selector | undefined> = all(
  'approve(address,uint256)',
  'approve(address,address,uint160,uint48)',
  'approveAndCall(address,uint256)',
  'approveAndCall(address,uint256,bytes)',
  'authorizeOperator(address)',
  'increaseAllowance(address,uint256)',
  'increaseApproval(address,uint256)',
  'operatorSend(address,address,uint256,bytes,bytes)',
  'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
  'safeTransfer(address,uint256)',
  'safeTransferFrom(address,address,uint256)',
  'safeTransferFrom(address,address,uint256,bytes)',
  'safeTransferFrom(address,address,uint256,uint256,bytes)',
  'send(address,uint256,bytes)',
  'setApprovalForAll(address,bool)',
  'setOperator(address,bool)',
  'transfer(address,uint256)',
  'transfer(address,uint256,bytes)',
  'transfer(address,uint256,uint256)',
  'transferAndCall(address,uint256)',
  'transferAndCall(address,uint256,bytes)',
  'transferFrom(address,address,uint256)',
  'transferFrom(address,address,uint256,uint256)',
  'transferFrom(address,address,uint160,address)',
)

/** Functions that carry out what their arguments say, or hand over who may: a bound on functions bounds nothing behind these. */
export const carryingOut: ReadonlySet<Selector | undefined> = all(
  'addOwnerWithThreshold(address,uint256)',
  'aggregate((address,bytes)[])',
  'aggregate3((address,bool,bytes)[])',
  'aggregate3Value((address,bool,uint256,bytes)[])',
  'approveHash(bytes32)',
  'batch(bytes[],bool)',
  'blockAndAggregate((address,bytes)[])',
  'changeAdmin(address)',
  'changeProxyAdmin(address,address)',
  'enableModule(address)',
  'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
  'execTransactionFromModule(address,uint256,bytes,uint8)',
  'execute((address,uint256,bytes))',
  'execute(address,bytes)',
  'execute(address,uint256,bytes)',
  'execute(address,uint256,bytes,uint8)',
  'execute(bytes,bytes[])',
  'execute(bytes,bytes[],uint256)',
  'execute(bytes32,bytes)',
  'executeBatch((address,uint256,bytes)[])',
  'executeBatch(address[],bytes[])',
  'executeBatch(address[],uint256[],bytes[])',
  'grantRole(bytes32,address)',
  'multiSend(bytes)',
  'multicall(bytes[])',
  'multicall(bytes32,bytes[])',
  'multicall(uint256,bytes[])',
  'setAdmin(address)',
  'setAuthority(address)',
  'setOwner(address)',
  'swapOwner(address,address,address)',
  'transferOwnership(address)',
  'tryAggregate(bool,(address,bytes)[])',
  'tryBlockAndAggregate(bool,(address,bytes)[])',
  'upgrade(address,address)',
  'upgradeAndCall(address,address,bytes)',
  'upgradeTo(address)',
  'upgradeToAndCall(address,bytes)',
)

/**
 * The functions that are called at a contract of tokens, a vault or a pool, by the places of the arguments that say who gets what they give out: with the account itself
 * there, all of it comes back to it. Those without such an argument give to their caller.
 */
export const givingBack: ReadonlyMap<Selector | undefined, readonly number[]> = new Map(
  (
    [
      ['claim()', []],
      ['deposit()', []],
      ['deposit(uint256,address)', [1]],
      ['depositFor(address,uint256)', [0]],
      ['getReward()', []],
      ['mint(uint256,address)', [1]],
      ['redeem(uint256,address,address)', [1, 2]],
      ['supply(address,uint256,address,uint16)', [2]],
      ['withdraw(address,uint256,address)', [2]],
      ['withdraw(uint256)', []],
      ['withdraw(uint256,address,address)', [1, 2]],
      ['withdrawTo(address,uint256)', [0]],
    ] as const
  ).map(([signature, places]) => [selectorOf(signature), places]),
)
