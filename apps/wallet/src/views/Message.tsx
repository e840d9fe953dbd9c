import type { ReactNode } from 'react'

/** A screen that says something, with what is to be done below it. */
export function Message({
  title,
  children,
  actions,
}: {
  readonly title: string
  readonly children?: ReactNode | undefined
  readonly actions?: ReactNode | undefined
}): ReactNode {
  return (
    <main className="screen message">
      <header className="head">
        <h1 className="title">{title}</h1>
      </header>
      <div className="scroll" role="status">
        {children}
      </div>
      {actions ? <div className="decision actions">{actions}</div> : null}
    </main>
  )
}
