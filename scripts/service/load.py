"""A long load: memory and descriptors do not grow."""

import asyncio
import random
import time

from service import expect, gather, sign_in


async def work(service, secrets, nickname, end):
    """Signs in on one device after another, asks, follows events, and signs out, until a time."""
    count = 0
    key = None
    while time.monotonic() < end:
        connection = await service.connect()
        proof = {"proof": {"recoveryKey": key}} if key else {}
        answer = await connection.ask("POST", "/v1/sessions", body={"nickname": nickname, **proof})
        expect(answer.status == 201, f"A sign-in under load was answered with {answer}.")
        document = answer.document()
        secrets.keep(document)
        key = document.get("recoveryKey", key)
        token = document["token"]
        stream = await service.connect()
        stream.send(stream.head("GET", "/v1/events", token) + b"\r\n")
        for path in ("/v1/session", "/v1/sessions", "/v1/history", "/v1/profile", "/v1/session"):
            answer = await connection.ask("GET", path, token)
            expect(answer.status == 200, f"{path} under load was answered with {answer}.")
        await stream.reader.readuntil(b"\n\n")
        if random.random() < 0.5:
            answer = await connection.ask("DELETE", "/v1/device", token)
            expect(answer.status in (200, 204), f"Forgetting under load was answered with {answer}.")
        stream.close()
        connection.close()
        count += 8
    return count


async def load(service, secrets, seconds):
    """Loads the server for some seconds, and compares the two halves of that time."""

    async def watch():
        samples = []
        while True:
            samples.append((service.memory(), service.descriptors()[0]))
            try:
                await asyncio.sleep(0.5)
            except asyncio.CancelledError:
                return samples

    async def run(prefix, duration):
        end = time.monotonic() + duration
        return sum(
            await gather(*(work(service, secrets, f"{prefix}{index}", end) for index in range(16)))
        )

    # What the server opens and keeps is there after a first load.
    await run("warm", max(2, seconds / 10))
    connection = await service.connect()
    await connection.ask("GET", "/health/ready")
    connection.close()
    await asyncio.sleep(0.5)
    descriptors = service.descriptors()
    watching = asyncio.create_task(watch())
    count = await run("load", seconds)
    watching.cancel()
    samples = await watching
    half = len(samples) // 2
    first, second = (max(memory for memory, _ in some) for some in (samples[:half], samples[half:]))
    most = [max(number for _, number in some) for some in (samples[:half], samples[half:])]
    # What an allocator keeps varies by some MiB.
    expect(
        second <= first * 1.1 + 16 * 1024,
        f"The memory grows under load: {first} KiB, then {second} KiB.",
    )
    expect(most[1] <= most[0] + 16, f"Descriptors grow under load: {most[0]}, then {most[1]}.")
    await service.settle(descriptors)
    return (
        f"{seconds} s of load, {count} requests, at most {first // 1024} MiB in the first half "
        f"and {second // 1024} in the second, {descriptors[0]} descriptors before and {service.descriptors()[0]} after"
    )
