import type { ShownRequest } from '@foyer/core/words'
import { expect } from 'vitest'

/** Returns what is said, a fact a line, and whether approving takes a step of its own. */
export const said = ({ title, facts, warnings, isDeliberate }: ShownRequest<string>) => ({
  title,
  facts: facts.map(({ label, value }) => `${label}: ${value}`),
  warnings,
  isDeliberate,
})
/** Returns the parts of that which are looked at. */
export const having = (parts: {
  readonly title?: string
  readonly facts?: readonly unknown[]
  readonly warnings?: readonly string[]
  readonly isDeliberate: boolean
}) => ({
  ...(parts.title === undefined ? {} : { title: parts.title }),
  ...(parts.facts && { facts: expect.arrayContaining([...parts.facts]) }),
  ...(parts.warnings && { warnings: parts.warnings.map((each) => expect.stringContaining(each)) }),
  isDeliberate: parts.isDeliberate,
})
