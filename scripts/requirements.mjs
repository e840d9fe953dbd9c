// What a machine must bring: Node, and nothing else. Plain JavaScript, because it runs before anything is installed.

/** Stops with a sentence where Node is too old. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  fail(
    `Foyer needs Node 20.19 or newer; this is ${process.versions.node}. Install a newer one from https://nodejs.org.`,
  )
}

/** Ends the run with one sentence for a person. @returns {never} */
export function fail(sentence) {
  console.error(`\n${sentence}\n`)
  process.exit(1)
}
