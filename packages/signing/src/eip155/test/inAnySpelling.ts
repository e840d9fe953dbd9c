import type { ShownRequest } from '@foyer/core/words'
import { expect } from 'vitest'
import type { PreparedRequest } from '../../family.js'
import { sayRequestInEnglish, spokenRequest } from '../../sentences.js'
import { respelled, spellingsFor } from '../../test/spellings.js'

interface AskedInSpellings {
  readonly method: string
  readonly params: readonly unknown[]
  readonly prepare: (params: readonly unknown[]) => Promise<PreparedRequest>
}

export function asking(prepared: PreparedRequest): Extract<PreparedRequest, { readonly kind: 'ask' }> {
  if (prepared.kind !== 'ask') throw new Error(JSON.stringify(prepared))
  return prepared
}

/**
 * A request as it is shown, which in another spelling is shown alike. Addresses of typed data stand as they are written,
 * and none with a wrong checksum is signed.
 */
export async function inAnySpelling({ method, params, prepare }: AskedInSpellings): Promise<ShownRequest<string>> {
  const shown = async (of: readonly unknown[]) => spokenRequest(asking(await prepare(of)).shown, sayRequestInEnglish)
  const own = await shown(params)
  for (const [name, spell] of spellingsFor(JSON.stringify(params)))
    if (method !== 'eth_signTypedData_v4' || ['capital', 'small', 'checksummed'].includes(name)) {
      const other = await shown(params.map((each) => respelled(each, spell)))
      expect(inSmall(other), `in ${name} letters`).toBe(inSmall(own))
    }
  return own
}

function inSmall({ title, facts, warnings, isDeliberate, content, tree }: ShownRequest<string>): string {
  const said = facts.map(({ label, value }) => `${label}: ${value}`)
  return JSON.stringify({ title, said, warnings, isDeliberate, content, tree }).toLowerCase()
}
