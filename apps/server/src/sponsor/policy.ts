import { isEmptyHex, type LowerHex, lowerHex, readLowerHex, selectorIn } from '@foyer/core/chain'
import { entryPoint } from '@foyer/evm/delegate'
import { delegationManager, redeemedIn } from '@foyer/evm/redeeming'
import type { Hex } from 'viem'
import type { Chains } from '../chains/chains.js'
import type { Delegates } from '../chains/delegates.js'
import type { Project } from '../projects/project.js'
import type { Projects } from '../projects/projects.js'
import type { SponsoredNetwork } from '../projects/sponsorship.js'
import { callsIn, type OperationCall } from './operation.js'

/** Finds what the operator pays for on a network in a project's name; undefined for nothing. */
export const sponsoredNetwork = (project: Project | null, chainId: string): SponsoredNetwork | undefined =>
  project?.sponsorship?.networks.find((network) => network.chainId === chainId)

/** Returns the policy that pays for an operation: for visitors themselves, or for what sessions' keys redeem. Undefined for none. */
export function policyOf(
  project: Project | null,
  { chainId, grantedBy }: { readonly chainId: string; readonly grantedBy: string | null },
): SponsoredNetwork | undefined {
  const network = sponsoredNetwork(project, chainId)
  if (grantedBy === null) return network
  return network?.sessions && { ...network, ...network.sessions }
}

/** The networks on which operations are paid for in a project's name, and accounts can be switched to the delegate. */
export async function listNetworks({
  projects,
  chains,
  delegates,
  projectId,
}: {
  readonly projects: Pick<Projects, 'find'>
  readonly chains: Pick<Chains, 'find'>
  readonly delegates: Pick<Delegates, 'isOn'>
  readonly projectId: string
}): Promise<string[]> {
  const { sponsorship } = (await projects.find(projectId)) ?? {}
  const each = sponsorship?.networks.map(async ({ chainId }) => {
    const chain = chains.find(chainId)
    return chain !== undefined && (await delegates.isOn(chain)) ? [chainId] : []
  })
  return (await Promise.all(each ?? [])).flat()
}

interface Judged {
  readonly policy: SponsoredNetwork
  readonly sender: LowerHex
  /** the account whose session's key it redeems by; null for an account's own operation */
  readonly grantedBy: LowerHex | null
  readonly callData: LowerHex
  /** of verifying and executing; null while it isn't known */
  readonly gas: number | null
}

/** @returns why a project doesn't pay for an operation; null where it does */
export function refusalOf({ policy, sender, grantedBy, callData, gas }: Judged): 'calls' | 'gas' | null {
  const calls = grantedBy === null ? callsIn(callData) : [lowered(redeemedIn(callData))]
  const never = grantedBy === null ? [sender] : [sender, grantedBy, lowerHex(delegationManager)]
  if (calls === null || !calls.every((call) => isListed({ policy, never, call }))) return 'calls'
  return gas !== null && gas > policy.mostGas ? 'gas' : null
}

const lowered = ({ to, data }: { readonly to: Hex; readonly data: Hex }): OperationCall => ({
  to: lowerHex(to),
  data: lowerHex(data),
})

/** Whether calldata begins with a selector; `0x` is that of none. */
function isOf(written: string, data: LowerHex): boolean {
  const selector = readLowerHex(written)
  if (selector === undefined || isEmptyHex(selector)) return selector !== undefined && isEmptyHex(data)
  return selectorIn(selector) === selectorIn(data)
}

interface Listed extends Pick<Judged, 'policy'> {
  /** Through these, as through the EntryPoint, what isn't listed would run */
  readonly never: readonly LowerHex[]
  readonly call: OperationCall
}

function isListed({ policy, never, call: { to, data } }: Listed): boolean {
  if (never.includes(to) || to === lowerHex(entryPoint)) return false
  return policy.contracts.some((contract) => {
    // As it was kept, by whichever version.
    if (readLowerHex(contract.to) !== to) return false
    return contract.selectors === undefined || contract.selectors.some((each) => isOf(each, data))
  })
}
