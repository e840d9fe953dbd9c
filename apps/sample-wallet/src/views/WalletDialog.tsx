import { Dialog, Header } from '@foyer/parts'
import { type FormEvent, type ReactNode, useId } from 'react'

export interface WalletDialogProps {
  readonly title: string
  readonly closeLabel: string
  readonly onClose: () => void
  /** What is pressed at the end, within the reach of a thumb. */
  readonly actions?: ReactNode | undefined
  readonly onSubmit?: (() => void) | undefined
  readonly children: ReactNode
}

/** A card above the page. A press beside it changes nothing: what is asked here wants an answer. */
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
  return (
    <Dialog open labelledBy={titleId} onRequestClose={(reason) => (reason === 'backdrop' ? undefined : onClose())}>
      <Header titleId={titleId} title={title} closeLabel={closeLabel} />
      <form className="body" onSubmit={submit}>
        {children}
        {actions ? <div className="actions">{actions}</div> : null}
      </form>
    </Dialog>
  )
}
