import { limits } from '@foyer/core/wire'
import type { Orm } from '@foyer/service/db/database'
import { and, count, eq } from 'drizzle-orm'
import { descriptorDeployments, descriptors as table } from '../db/schema/index.js'
import type { Json } from './mergeIncluded.js'
import type { ReadDescriptor } from './readDescriptors.js'

/** The descriptions of contracts and typed data (ERC-7730). */
export interface Descriptors {
  /** Those of a contract: the operator's before those that ship. */
  of(contract: { chainId: string; address: string }): Promise<readonly Json[]>
}

export function createDescriptors({
  orm,
  shipped,
}: {
  orm: Orm
  /** reads what ships with the server, once */
  shipped: () => Promise<readonly ReadDescriptor[]>
}): Descriptors {
  let own: Promise<ReadonlyMap<string, readonly Json[]>> | undefined
  return {
    async of({ chainId, address: text }) {
      const address = text.toLowerCase()
      const imported = await orm
        .select({ content: table.content })
        .from(descriptorDeployments)
        .innerJoin(table, eq(table.id, descriptorDeployments.descriptor))
        .where(and(eq(descriptorDeployments.chainId, chainId), eq(descriptorDeployments.address, address)))
        .orderBy(table.id)
        .limit(limits.descriptors)
      own ??= shipped().then(byContract)
      const known = (await own).get(`${chainId} ${address}`) ?? []
      return [...imported.map(({ content }) => content), ...known].slice(0, limits.descriptors)
    },
  }
}

function byContract(all: readonly ReadDescriptor[]): ReadonlyMap<string, readonly Json[]> {
  const found = new Map<string, Json[]>()
  for (const { content, contracts } of all) {
    for (const { chainId, address } of contracts) {
      const key = `${chainId} ${address}`
      found.set(key, [...(found.get(key) ?? []), content])
    }
  }
  return found
}

/** Rows that are written at once. */
const atOnce = 200

/** Takes descriptors in the place of those that were imported before, all of them or none. */
export async function importDescriptors({
  orm,
  descriptors,
}: {
  orm: Orm
  descriptors: readonly ReadDescriptor[]
}): Promise<{ readonly descriptors: number; readonly contracts: number }> {
  const bound = descriptors.flatMap(({ id, contracts }) => contracts.map((each) => ({ descriptor: id, ...each })))
  await orm.transaction(async (transaction) => {
    await transaction.delete(table)
    for (const part of parts(descriptors.map(({ id, content }) => ({ id, content })))) {
      await transaction.insert(table).values(part)
    }
    for (const part of parts(bound)) await transaction.insert(descriptorDeployments).values(part)
  })
  const [counted] = await orm.select({ contracts: count() }).from(descriptorDeployments)
  return { descriptors: descriptors.length, contracts: counted?.contracts ?? 0 }
}

const parts = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / atOnce) }, (_, index) =>
    items.slice(index * atOnce, (index + 1) * atOnce),
  )
