import { createRunTask } from '../vault/runTask.js'
import { createWorkerStarter } from '../vault/startWorker.js'
import { mount } from '../views/mount.js'
import sheet from './dashboard.css?inline'
import { RecoverPage } from './RecoverPage.js'

/** The page on which a recovery file opens a wallet without the servers. */
export function start({ place }: { readonly place: HTMLElement }): void {
  const run = createRunTask(createWorkerStarter(window))
  mount(place, <RecoverPage run={run} passkeys={navigator.credentials} />, sheet)
}
