import type { ShownRequest } from '@foyer/core/words'
import { expect } from 'vitest'

/** What is said, a fact a line, and how much of a step approving is. */
export const said = ({ title, facts, warnings, isDeliberate }: ShownRequest<string>) => ({
  title,
  facts: facts.map(({ label, value }) => `${label}: ${value}`),
  warnings,
  isDeliberate,
})
/** What of that is looked at. */
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
