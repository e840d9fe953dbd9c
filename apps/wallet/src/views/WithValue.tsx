import type { ReactNode } from 'react'

/** A sentence in which one of its values is drawn in a way of its own. */
export function WithValue({
  sentence,
  value,
  children,
}: {
  readonly sentence: string
  readonly value: string
  /** The value, as it is drawn. */
  readonly children: ReactNode
}): ReactNode {
  const at = value === '' ? -1 : sentence.indexOf(value)
  if (at < 0) return sentence
  return (
    <>
      {sentence.slice(0, at)}
      {children}
      {sentence.slice(at + value.length)}
    </>
  )
}
