import type { Outside } from '@foyer/core/words'
import type { DescribedByMakers, DescribedCall, DescribedData, ReadInner } from '../outside.js'

/** The source of the makers' descriptors, and the reader of calls inside of what is signed. */
interface Asking extends Pick<Outside, 'descriptorsOf'> {
  readonly readInner: ReadInner
}

/** Loads the reader of descriptors, with the first that there is. */
const reader = () => import('./describe.js')

/** Describes a call in the words of those who made its contract (ERC-7730); undefined where there are none for it. */
export async function describedCall({
  descriptorsOf,
  ...call
}: DescribedCall & Asking): Promise<DescribedByMakers | undefined> {
  const descriptors = (await descriptorsOf?.(call.to)) ?? []
  return descriptors.length === 0 ? undefined : (await reader()).describeCall({ ...call, descriptors })
}

/** The same of typed data, by the contract that its domain names. */
export async function describedData({
  descriptorsOf,
  ...data
}: DescribedData & Asking): Promise<DescribedByMakers | undefined> {
  const contract = data.domain.verifyingContract
  const descriptors = typeof contract === 'string' ? ((await descriptorsOf?.(contract)) ?? []) : []
  return descriptors.length === 0 ? undefined : (await reader()).describeData({ ...data, descriptors })
}
