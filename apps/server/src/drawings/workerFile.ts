import { join } from 'node:path'
import { packagedFolder } from '@foyer/service/packagedFolder'

const name = 'drawingWorker.js'

/** The worker that reads drawings, as the build makes it of `worker.ts`. */
export const workerFile = (): string =>
  join(packagedFolder({ asking: import.meta.url, name: 'dist', holds: name }), name)
