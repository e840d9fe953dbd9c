import { entryPoint } from '@foyer/evm/delegate'
import type { NotSponsored } from '@foyer/login/sponsorCalls'
import type { Address, Hex } from 'viem'
import { slice } from 'viem'
import type { Chains } from '../chains/chains.js'
import type { Delegates } from '../chains/delegates.js'
import type { Project } from '../projects/project.js'
import type { Projects } from '../projects/projects.js'
import type { SponsoredNetwork } from '../projects/sponsorship.js'
import { callsIn, type OperationCall } from './operation.js'

/** Finds what the operator pays for on a network in a project's name; undefined for nothing. */
export const sponsoredNetwork = (project: Project | null, chainId: string): SponsoredNetwork | undefined =>
  project?.sponsorship?.networks.find((network) => network.chainId === chainId)

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
  const each = (sponsorship?.networks ?? []).map(async ({ chainId }) => {
    const chain = chains.find(chainId)
    return chain !== undefined && (await delegates.isOn(chain)) ? [chainId] : []
  })
  return (await Promise.all(each)).flat()
}

interface Judged {
  readonly policy: SponsoredNetwork
  readonly sender: Address
  readonly callData: Hex
  /** of verifying and executing; null while it isn't known */
  readonly gas: number | null
}

/** @returns why a project doesn't pay for an operation; null where it does */
export function refusalOf({ policy, sender, callData, gas }: Judged): NotSponsored | null {
  const calls = callsIn(callData)
  if (calls === null || !calls.every((call) => isListed({ policy, sender, call }))) return 'calls'
  return gas !== null && gas > policy.mostGas ? 'gas' : null
}

interface Listed extends Pick<Judged, 'policy' | 'sender'> {
  readonly call: OperationCall
}

/** Neither the account itself nor the EntryPoint is ever called: through either, what isn't listed would run. */
function isListed({ policy, sender, call: { to, data } }: Listed): boolean {
  if (to === sender || to === entryPoint.toLowerCase()) return false
  const selector = data === '0x' ? data : data.length < 10 ? null : slice(data, 0, 4).toLowerCase()
  return policy.contracts.some((contract) => {
    if (contract.to !== to) return false
    return contract.selectors === undefined || (selector !== null && contract.selectors.includes(selector))
  })
}
