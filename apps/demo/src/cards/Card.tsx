import type { ReactNode } from 'react'

export interface CardProps {
  readonly id: string
  readonly title: string
  readonly children: ReactNode
}

/** A titled piece of the page. */
export function Card({ id, title, children }: CardProps) {
  return (
    <section className="card" aria-labelledby={`${id}-title`} data-part={`card-${id}`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  )
}
