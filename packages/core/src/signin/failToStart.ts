import { disconnect } from '../connection/disconnect.js'
import type { ConnectionMachine } from '../connection/machine.js'
import type { Foyer } from '../foyer.js'
import { reset } from '../view/navigate.js'

/** Whether the visitor is signed in can't be found out: nobody is connected then, and an open modal says so where one connects [S8.1]. */
export function failToStart({
  machine,
  modal,
  error,
}: {
  readonly machine: ConnectionMachine
  readonly modal: Pick<Foyer, 'close'>
  readonly error: unknown
}): void {
  const { store, update, report } = machine.kit
  report(error)
  if (store.getState().view.open) {
    reset(modal, { view: 'Connect' })
    update(() => ({ snackbar: { variant: 'error', message: 'connect.signInFailed' } }))
  }
  disconnect(machine).catch(report)
}
