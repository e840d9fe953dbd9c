import { parentPort } from 'node:worker_threads'
import * as v from 'valibot'
import { isStillDrawing } from './isStillDrawing.js'

// Beside the thread that answers visitors: one drawing after another, each with an answer. What ends it, or takes too long, is `drawings.ts`'s to say.
parentPort?.on('message', (asked: unknown) =>
  parentPort?.postMessage(isStillDrawing(v.parse(v.instance(Uint8Array), asked))),
)
