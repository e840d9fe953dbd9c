// Attackers and honest visitors are processes of their own: what one of them is busy with mustn't count as the server's slowness.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'

/**
 * Starts a script of this folder, which answers by {@link answerParent}.
 * @param {string} script
 * @returns {Promise<{ ask: (name: string, options?: object) => Promise<any>, stop: () => Promise<void> }>}
 */
export async function startChild(script) {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)))
  const ended = once(child, 'exit')
  const waiting = new Map()
  let lastId = 0
  child.on('message', ({ id, answer, fault }) => {
    const { resolve, reject } = waiting.get(id)
    waiting.delete(id)
    if (fault === undefined) resolve(answer)
    else reject(new Error(`${script}: ${fault}`))
  })
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error(`${script} ended before it answered.`))
  })
  return {
    ask: (name, options = {}) =>
      new Promise((resolve, reject) => {
        lastId += 1
        waiting.set(lastId, { resolve, reject })
        child.send({ id: lastId, name, options })
      }),
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Answers what the parent asks, by name; ends with it. @param {Record<string, (options: any) => unknown>} answers */
export function answerParent(answers) {
  process.on('message', async ({ id, name, options }) => {
    try {
      process.send({ id, answer: await answers[name](options) })
    } catch (error) {
      process.send({ id, fault: String(error?.stack ?? error) })
    }
  })
  process.once('disconnect', () => process.exit())
}

/** An attacker has machines of its own: on this one it gives way to the server and to the visitor. */
export function giveWay() {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
}
