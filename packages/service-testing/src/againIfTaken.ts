/** Starts what listens on a free port, on another one where the port was taken meanwhile; for tests, nothing in the product imports this. */
export async function againIfTaken<Started>(start: () => Promise<Started>, tries = 5): Promise<Started> {
  try {
    return await start()
  } catch (error) {
    if (tries === 1) throw error
    return againIfTaken(start, tries - 1)
  }
}
