#!/usr/bin/env python3
"""Puts one fault at a time into the source, where no table can express it, and sees whether a test fails.

usage: .ci/mutate.py [NUMBER...]

Works in a copy under .build-mutants, so nothing here is changed. Each mutant is one replacement that must fit exactly once.
It takes about a minute a mutant on two cores. Exits 1 if one survives.
"""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
COPY = ROOT / ".build-mutants" / "copy"
CORE, ADYEN, PXP = "Sources/CheckoutCore/", "Sources/CheckoutAdyen/", "Sources/CheckoutPXP/"
PRIMER, EPAY = "Sources/CheckoutPrimer/", "Sources/CheckoutEpay/"

# file, what stands there, what is put in its place
MUTANTS = [
    (CORE + "Machine/AttemptMachine.swift", "providerSpoke || submissions > (isExcused ? 1 : 0)", "submissions > (isExcused ? 1 : 0)"),
    (CORE + "Machine/AttemptMachine.swift", "if submissions <= 1, !providerSpoke { isExcused = true }", "if submissions <= 1 { isExcused = true }"),
    (CORE + "Machine/AttemptMachine.swift", "if submissions == 1 { isExcused = true }", "isExcused = true"),
    (CORE + "Machine/AttemptMachine.swift", "let retry = min(toldRetry, isLocalEnd ? localRetry : .sameMethod, widestRetry)", "let retry = widestRetry"),
    (CORE + "Machine/AttemptMachine.swift", "return !released.contains(reference)", "return true"),
    (CORE + "Coordination/OrderMachine+Standing.swift", "if let full = fullApproval { return (.alreadyPaid, full) }", ""),
    (CORE + "Coordination/OrderMachine+Receive.swift", "let reason = risenExposure(owner) ?? veto", "let reason = veto"),
    (CORE + "Coordination/OrderMachine+Receive.swift", "guard signals.contains(where: { $0.raisesExposure }) else {", "guard signals.isEmpty else {"),
    (CORE + "Coordination/OrderMachine+Receive.swift", "let isTakenBack = machine.standing.state.kind.isEnd && !machine.isSubmitted", "let isTakenBack = false"),
    (CORE + "Coordination/OrderMachine+Receive.swift", "return began.isGranted && !isRestored && vendorID == nil && !isTakenBack", "return began.isGranted && vendorID == nil && !isTakenBack"),
    (CORE + "Coordination/OrderMachine+Standing.swift", "policy == .strict && counting.contains", "policy == .standard && counting.contains"),
    (CORE + "Coordination/OrderMachine+Standing.swift", "if session.traits.fixesAmount, session.remainingAtOpening != remaining { return true }", ""),
    (CORE + "Coordination/RestoredOrder.swift", "if !isDamaged, !Self.isWhole(known) { isDamaged = true }", ""),
    (CORE + "Money/MinorUnitScheme.swift", '["CLP": 2, "ISK": 2, "CVE": 0, "IDR": 0]', "[:]"),
    (CORE + "Journal/JournalLines.swift", ".prefix(8).elementsEqual(Checksum.text(Checksum.of(body)))", ".prefix(8).count == 8"),
    (ADYEN + "AdyenAdapter.swift", "seen.isFollowed, seen.sent == 1, !seen.mayHaveArrived,", "seen.isFollowed,"),
    (ADYEN + "AdyenAdapter.swift", "return seen.isFollowed && seen.sent <= 1 && !seen.mayHaveArrived", "return true"),
    (ADYEN + "AdyenAdapter.swift", "guard endpoint == .payments, isFirstRequest(attempt),", "guard isFirstRequest(attempt),"),
    (ADYEN + "AdyenAdapter.swift", "case .nothingLeftIfNoByteSent: return error.bytesSent == 0", "case .nothingLeftIfNoByteSent: return true"),
    (PXP + "PXPAdapter.swift", "guard !seen.isSettled, seen.end != word else { return }", ""),
    (PXP + "PXPAdapter+Results.swift", "case .copy: return false", "case .copy: return true"),
    (PRIMER + "PrimerAdapter.swift", "host.trustsDismissal && !seen.mayHavePayment && !seen.isCancelled", "host.trustsDismissal"),
    (PRIMER + "PrimerAdapter+Failure.swift", "if hasPayment { return doubt(cause) }", ""),
    (PRIMER + "PrimerAdapter+Failure.swift", "guard !isRepeated else { return emit(.statement(statement)) }", ""),
    (EPAY + "EpayAdapter.swift", "strays[$0] == nil", "true"),
]


# The quick suites first: most mutants die there.
SUITES = [
    "CheckoutCoreTests|CheckoutAdyenTests|CheckoutPXPTests|CheckoutPrimerTests|CheckoutEpayTests",
    "EquivalenceTests|FieldReportTests|AdyenFlowTests",
]


def run(*command):
    return subprocess.run(command, cwd=COPY, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def passes():
    """Whether everything builds and every test passes."""
    if run("swift", "build", "--build-tests").returncode != 0:
        return None
    for suites in SUITES:
        log = run("swift", "test", "--disable-xctest", "--skip-build", "--filter", suites).stdout
        if "✔ Test run with" not in log or "✘" in log:
            return False
    return True


def main():
    chosen = [int(word) for word in sys.argv[1:]] or list(range(len(MUTANTS)))
    if not COPY.exists():
        COPY.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["git", "clone", "-q", str(ROOT), str(COPY)], check=True)
    subprocess.run(["git", "-C", str(COPY), "fetch", "-q", "origin"], check=True)
    head = subprocess.run(["git", "-C", str(ROOT), "rev-parse", "HEAD"], check=True, capture_output=True, text=True)
    subprocess.run(["git", "-C", str(COPY), "reset", "-q", "--hard", head.stdout.strip()], check=True)
    survivors = 0
    for number in chosen:
        name, before, after = MUTANTS[number]
        file = COPY / name
        text = file.read_text()
        if text.count(before) != 1:
            print(f"{number:2} DOES NOT FIT {name}: {before}", flush=True)
            survivors += 1
            continue
        file.write_text(text.replace(before, after))
        verdict = passes()
        file.write_text(text)
        word = {None: "does not build", False: "killed", True: "SURVIVES"}[verdict]
        survivors += verdict is not False
        print(f"{number:2} {word}: {name}: {before} -> {after or 'nothing'}", flush=True)
    print(f"{len(chosen)} mutants of the source, {survivors} not killed")
    sys.exit(1 if survivors else 0)


main()
