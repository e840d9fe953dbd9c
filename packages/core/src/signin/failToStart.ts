import { disconnect } from '../connection/disconnect.js'
import type { ConnectionMachine } from '../connection/machine.js'
import { withView } from '../view/modal.js'
import { opened } from '../view/viewState.js'

/** Whether the visitor is signed in can't be found out: nobody is connected then, and an open modal says so where one connects [S8.1]. */
export async function failToStart({
  machine,
  error,
}: {
  readonly machine: ConnectionMachine
  readonly error: unknown
}): Promise<void> {
  const { store, update, report } = machine.kit
  report(error)
  const isShown = store.getState().view.open
  // The modal closes as the connection ends.
  await disconnect(machine).catch(report)
  if (!isShown) return
  update((state) => ({
    ...withView(state, opened(state.view, { view: 'Connect' })),
    snackbar: { variant: 'error', message: 'connect.signInFailed' },
  }))
}
