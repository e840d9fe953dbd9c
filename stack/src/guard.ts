import { spawn } from 'node:child_process'

// Both wait for a line. The end of the pipe without one means that the process at its other end is gone.
const byShell = ['/bin/sh', '-c', 'read -r _ || kill -TERM "$1"', 'guard'] as const
const byNode = [
  process.execPath,
  '-e',
  `const ended = (chunk) => process.exit(0)
process.stdin.on('data', ended).on('end', () => process.kill(Number(process.argv[1])))`,
] as const

/**
 * Ends a child process when this process is gone, however it went: a `kill -9` leaves no handler to run, so a small
 * process beside the child holds the end of a pipe and notices. It is a shell where there is one (1 MB), else Node.
 * @returns a function to call when the child has ended by itself, else a later process of the same id may be hit; it
 * settles when the guard is gone too
 */
export function guardChild({
  pid,
  log,
  shell = process.platform !== 'win32',
}: {
  pid: number
  log?: ((line: string) => void) | undefined
  shell?: boolean | undefined
}): () => Promise<void> {
  const [command, ...args] = shell ? byShell : byNode
  // Detached: a Ctrl-C in the terminal goes to the whole group, and the guard must outlive it.
  const guard = spawn(command, [...args, String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    windowsHide: true,
  })
  guard.unref() // it waits for this process, never the other way round
  const gone = new Promise<void>((resolve) => guard.once('close', () => resolve()))
  guard.on('error', (error) => log?.(`process ${pid} runs without a guard: ${error.message}`))
  guard.stdin.on('error', (error) => log?.(`the guard of process ${pid} is gone: ${error.message}`))
  return () => {
    guard.ref()
    guard.stdin.end('\n')
    return gone
  }
}
