import { Dialog, Header } from '@foyer/parts'
import { type FormEvent, type ReactNode, useId } from 'react'

export interface WalletDialogProps {
  readonly title: string
  readonly closeLabel: string
  readonly onClose: () => void
  /** The buttons, at the bottom so that a thumb reaches them. */
  readonly actions?: ReactNode | undefined
  readonly onSubmit?: (() => void) | undefined
  readonly children: ReactNode
}

/** A card above the page. A press on the backdrop doesn't close it: a request needs an answer. */
export function WalletDialog({
  title,
  closeLabel,
  onClose,
  actions,
  onSubmit,
  children,
}: WalletDialogProps): ReactNode {
  const titleId = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit?.()
  }
  const body = (
    <>
      {children}
      {actions ? <div className="actions">{actions}</div> : null}
    </>
  )
  return (
    <Dialog open labelledBy={titleId} onRequestClose={(reason) => (reason === 'backdrop' ? undefined : onClose())}>
      <Header titleId={titleId} title={title} closeLabel={closeLabel} />
      {onSubmit ? (
        <form className="body" onSubmit={submit}>
          {body}
        </form>
      ) : (
        <div className="body">{body}</div>
      )}
    </Dialog>
  )
}
