// What `Benchmarks/service` adds to a copy of the manifest: the service with one route more, in a program
// of the same package, whose sources it uses by a link.
if let service = package.targets.first(where: { $0.name == "MonikerServer" }) {
  package.targets.removeAll { $0.type == .test || $0 === service }
  package.products = []
  package.targets.append(
    .executableTarget(
      name: "ServiceBenchmark",
      dependencies: service.dependencies,
      path: "Benchmarks/ServiceBenchmark/Program",
      exclude: ["Server/Main.swift"],
      resources: [
        .embedInCode("Server/Pages/Assets"), .embedInCode("Server/Pages/Templates"),
      ],
      swiftSettings: service.swiftSettings
    )
  )
}
